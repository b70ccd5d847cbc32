import { has, isEqual } from "../equality.js"
import type { Params, Screen } from "../session.js"
import { Route, Rules, Schema, refuse, undecided } from "./definition.js"

/** Refuses params that are missing, unknown or of a wrong type. */
export function checkParams({ params: types }: Route, given: Params): void {
  if (!types) return
  for (const name of Object.keys(given)) if (!has(types, name)) refuse(true)
  for (const [name, type] of Object.entries(types)) {
    if (!has(given, name) ? !isOptional(type) : !fits(type, given[name])) refuse(true)
  }
}

/** Refuses params to be merged that are unknown or of a wrong type. */
export function checkPart({ params: types }: Route, given: Params): void {
  if (!types) return
  for (const [name, value] of Object.entries(given)) if (!has(types, name) || !fits(types[name]!, value)) refuse(true)
}

/** The params of a new screen: the given ones over the initial ones. */
export function fullParams(rules: Rules, route: Route, given?: Params): Params {
  const full = { ...rules.initialParams(route), ...given }
  checkParams(route, full)
  return full
}

/** The params of a screen that is reached again. */
export function reachedParams(rules: Rules, screen: Screen, given: Params | undefined, merge: boolean): Params {
  if (!given) return screen.params
  return fullParams(rules, rules.route(screen.route), merge ? { ...screen.params, ...given } : given)
}

/** A value after a patch by RFC 7396. */
export function merged(value: any, patch: any): any {
  if (!isObject(patch)) return patch
  const members = new Map(Object.entries(isObject(value) ? value : {}))
  for (const [name, member] of Object.entries(patch)) {
    if (member === null) members.delete(name)
    else members.set(name, merged(members.get(name), member))
  }
  return Object.fromEntries(members)
}

/** The value that identifies a screen of a route; undefined if all are different. */
export const identity = ({ identity }: Route, params: Params): unknown =>
  identity === true || (identity && params[identity])

const isOptional = (type: string | Schema) =>
  typeof type === "string" ? type.endsWith("?") : type.default !== undefined

function fits(type: string | Schema, value: unknown): boolean {
  if (value === null && isOptional(type)) return true
  return typeof type === "string" ? isOf(type.replace("?", ""), value) : fitsSchema(type, value)
}

export const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value)

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case "any": return true
    case "integer": return Number.isInteger(value)
    case "array": return Array.isArray(value)
    case "object": return isObject(value)
    default: return typeof value === type
  }
}

function fitsSchema(schema: Schema, value: unknown): boolean {
  const types = [schema.type ?? "any"].flat()
  if (value === null && types.includes("null")) return true
  if (!types.some(type => isOf(type, value))) return false
  if (!Object.entries(schema).every(([keyword, rule]) => obeys(keyword, rule, value))) return false
  if (Array.isArray(value)) return !schema.items || value.every(item => fitsSchema(schema.items, item))
  if (typeof value !== "object" || !value) return true
  const members = value as Params
  return Object.entries(schema.properties ?? {}).every(([name, inner]) =>
    members[name] === undefined || fitsSchema(inner as Schema, members[name]))
}

/** Whether a value satisfies a keyword of JSON Schema. A keyword for another type is ignored. */
function obeys(keyword: string, rule: any, value: any): boolean {
  const [isNumber, isText] = [typeof value === "number", typeof value === "string"]
  switch (keyword) {
    case "enum": return rule.some((item: unknown) => isEqual(item, value))
    case "const": return isEqual(rule, value)
    case "minimum": return !isNumber || value >= rule
    case "maximum": return !isNumber || value <= rule
    case "exclusiveMinimum": return !isNumber || value > rule
    case "exclusiveMaximum": return !isNumber || value < rule
    case "minLength": return !isText || [...value].length >= rule
    case "maxLength": return !isText || [...value].length <= rule
    case "required": return !isOf("object", value) || rule.every((name: string) => has(value, name))
    // The server's regular expressions differ from JavaScript's.
    case "pattern": return !isText || undecided()
    default: return true
  }
}
