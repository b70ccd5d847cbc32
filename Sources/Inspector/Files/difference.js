// What differs between two JSON values, place by place.

import { pointer } from "./json-text.js"
import { same } from "./same.js"

const isObject = value => value !== null && typeof value === "object" && !Array.isArray(value)
/** A list whose members have ids, as screens do: one that comes in shifts the others, and does not change them. */
const isOfIds = list => list.length > 0 && list.every(member => isObject(member) && typeof member.id === "string")

/** → `[{ kind: "added" | "removed" | "changed", pointer, from, to }]`, in the order of the members. */
export function differences(from, to, place = "") {
  if (same(from, to)) return []
  if (isObject(from) && isObject(to)) return ofObjects(from, to, place)
  if (Array.isArray(from) && Array.isArray(to)) {
    return isOfIds([...from, ...to]) ? ofLists(from, to, place, member => member.id) : ofLists(from, to, place, (_, index) => index)
  }
  return [{ kind: "changed", pointer: place, from, to }]
}

function ofObjects(from, to, place) {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return names.flatMap(name => ofMembers(from[name], to[name], pointer(place, name)))
}

function ofLists(from, to, place, keyOf) {
  const before = new Map(from.map((member, index) => [keyOf(member, index), member]))
  const after = new Map(to.map((member, index) => [keyOf(member, index), member]))
  const found = [...new Set([...before.keys(), ...after.keys()])]
    .flatMap(key => ofMembers(before.get(key), after.get(key), pointer(place, key)))
  if (found.length > 0) return found
  return [{ kind: "changed", pointer: place, from: [...before.keys()], to: [...after.keys()] }]
}

function ofMembers(from, to, place) {
  if (from === undefined) return to === undefined ? [] : [{ kind: "added", pointer: place, to }]
  if (to === undefined) return [{ kind: "removed", pointer: place, from }]
  return differences(from, to, place)
}
