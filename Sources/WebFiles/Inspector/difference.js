// Compares two JSON values.

import { pointer } from "./json-text.js"
import { same } from "./same.js"

const isObject = value => value !== null && typeof value === "object" && !Array.isArray(value)
/** Returns whether all members of a list have ids. In such a list, an insertion does not change the other members. */
const isOfIds = list => list.every(member => isObject(member) && typeof member.id === "string")

/** Returns `[{ kind: "added" | "removed" | "changed", pointer, from, to }]`, in the order of the members. */
export function differences(from, to, place = "") {
  if (same(from, to)) return []
  if (from === undefined) return [{ kind: "added", pointer: place, to }]
  if (to === undefined) return [{ kind: "removed", pointer: place, from }]
  if (isObject(from) && isObject(to)) return ofMembers(Object.entries(from), Object.entries(to), place)
  if (!Array.isArray(from) || !Array.isArray(to)) return [{ kind: "changed", pointer: place, from, to }]
  const keyOf = isOfIds([...from, ...to]) ? member => member.id : (_, index) => index
  const keyed = list => list.map((member, index) => [keyOf(member, index), member])
  const found = ofMembers(keyed(from), keyed(to), place)
  return found.length > 0 ? found : [{ kind: "changed", pointer: place, from: from.map(keyOf), to: to.map(keyOf) }]
}

function ofMembers(from, to, place) {
  const before = new Map(from)
  const after = new Map(to)
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names.flatMap(name => differences(before.get(name), after.get(name), pointer(place, name)))
}
