import { has } from "../equality.js"
import type { Action } from "../session.js"
import { refuse, undecided } from "./definition.js"
import { isObject } from "./params.js"

type Check = (value: any) => boolean

const text: Check = value => typeof value === "string"
const flag: Check = value => typeof value === "boolean"
const integer: Check = value => Number.isSafeInteger(value)
const anything: Check = () => true
const oneOf = (...values: string[]): Check => value => values.includes(value)
const count: Check = value => integer(value) && value >= 1

const destination = { route: text, params: isObject }
const match = { route: text, id: text, index: integer, params: isObject }
const style = oneOf("sheet", "fullScreen", "popover", "alert", "confirmationDialog")

/** The members of the actions that can be predicted, and the checks of their values. */
const members: Record<string, Record<string, Check>> = {
  push: destination, replace: destination, switchTo: destination,
  pop: { count, result: anything },
  popTo: { ...match, merge: flag, ifAbsent: oneOf("refuse", "replace", "push") },
  popToRoot: {},
  navigate: { ...destination, merge: flag, pop: flag },
  insert: { ...destination, index: integer },
  remove: { id: text, reported: flag },
  goBack: { result: anything },
  setParams: { params: isObject }, replaceParams: { params: isObject }, pushParams: { params: isObject },
  setState: { state: anything },
  select: match,
  selectNext: { circular: flag }, selectPrevious: { circular: flag }, selectFirst: {}, selectLast: {},
  openDrawer: {}, closeDrawer: {}, toggleDrawer: {},
  present: { ...destination, style, mode: oneOf("stack", "replace") },
  dismiss: { id: text, count, result: anything },
  dismissAll: {},
}

const required: Record<string, string[]> = {
  push: ["route"], replace: ["route"], switchTo: ["route"], navigate: ["route"], present: ["route"],
  insert: ["route", "index"], remove: ["id"], setParams: ["params"], replaceParams: ["params"],
  pushParams: ["params"], setState: ["state"],
}

/** Refuses an action with unknown or invalid members. One that lacks a member may be an app's own. */
export function checkMembers(action: Action): void {
  const { type, target, source, confirmed: _, ...own } = action
  // Only the server knows the screens that are gone.
  if (!has(members, type) || action.ifGone !== undefined) undecided()
  const checks = members[type]!
  if ((required[type] ?? []).some(name => own[name] === undefined)) undecided()
  if (target !== undefined && !text(target) || source !== undefined && !text(source)) refuse(true)
  for (const [name, value] of Object.entries(own)) if (!has(checks, name) || !checks[name]!(value)) refuse(true)
  if (/^(select|popTo)$/.test(type)) checkMatch(own)
}

function checkMatch(own: Record<string, unknown>): void {
  const given = ["route", "id", "index"].filter(name => own[name] !== undefined)
  if (given.length === 0) undecided()
  if (given.length > 1) refuse(true)
}
