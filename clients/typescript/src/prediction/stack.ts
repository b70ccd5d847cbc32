import { isEqual } from "../equality.js"
import type { Action, Params, Screen } from "../session.js"
import { selectedScreen } from "../tree.js"
import type { Context } from "./context.js"
import { refuse } from "./definition.js"
import { returnToParams } from "./former.js"
import { identity } from "./params.js"

/** Performs an action in a stack. */
export function reduceStack(context: Context, action: Action): void {
  const { draft, id } = context
  const { type, route, params, merge = false } = action
  switch (type) {
    case "push": return push(context, route, params, false)
    case "pop": return pop(context, action.count ?? 1)
    case "popTo": return popTo(context, action, merge)
    case "popToRoot": return context.container.screens.length > 1 ? draft.removeRange(id, 1) : refuse(false)
    case "replace": return context.replace(context.actingIndex(), route, params)
    case "navigate": return navigate(context, action, merge)
    case "insert": return insert(context, action)
    case "goBack": return goBack(context)
    default: return refuse(false)
  }
}

function push(context: Context, name: string, params: Params | undefined, merge: boolean): void {
  const { onDuplicate = "moveToTop" } = context.destination(name)
  const { draft, id } = context
  const { screens } = context.container
  const twin = onDuplicate === "allow" ? undefined : twinOf(context, name, params)
  const index = screens.findIndex(screen => screen.id === twin?.id)
  if (onDuplicate === "ignore" && index >= 0 && index === screens.length - 1) return
  context.checkMayOpen(name)
  if (index >= 0) return pushAgain(context, index, params, merge, onDuplicate)
  if (twin && onDuplicate === "ignore") return
  draft.insert(context.makeScreen(name, params), id, screens.length)
}

function pushAgain(
  context: Context, index: number, params: Params | undefined, merge: boolean, onDuplicate: string,
): void {
  const { draft, id } = context
  const { screens } = context.container
  if (onDuplicate === "ignore") return
  if (onDuplicate === "refuse") refuse(true)
  draft.setParams(screens[index]!, context.reached(screens[index]!, params, merge))
  if (onDuplicate === "popTo") draft.removeRange(id, index + 1)
  else if (index < screens.length - 1) draft.move(id, index, screens.length - 1)
}

function pop(context: Context, count: number): void {
  let index = context.actingIndex()
  let rest = count
  for (;;) {
    rest -= returnToParams(context, context.container.screens[index]!, rest)
    if (rest === 0 || index === 0) break
    context.draft.remove(context.id, index)
    index -= 1
    rest -= 1
  }
  if (rest === count) refuse(false)
}

function popTo(context: Context, action: Action, merge: boolean): void {
  const acting = context.actingIndex()
  const { draft, id } = context
  const index = indexBelow(context, action, acting)
  if (index === undefined) return popToAbsent(context, action, acting)
  const screen = context.container.screens[index]!
  const isOnTop = index === context.container.screens.length - 1
  if (isOnTop && action.route !== undefined && isIdentity(context, action)) return
  const leaving = idsFrom(context, index + 1)
  context.setParams(screen, context.reached(screen, action.params, merge), other => !leaving.includes(other))
  draft.removeRange(id, index + 1)
}

/** Whether an action names a screen by its identity alone, and gives it no other params. */
function isIdentity(context: Context, { route, params = {} }: Action): boolean {
  const names = Object.keys(params)
  return names.length === 1 && names[0] === context.rules.route(route).identity
}

function popToAbsent(context: Context, { route, params, ifAbsent = "refuse" }: Action, acting: number): void {
  if (route === undefined || ifAbsent === "refuse") refuse(false)
  const index = ifAbsent === "push" ? acting + 1 : acting
  context.checkOpens(route)
  const leaving = idsFrom(context, index)
  const screen = context.makeScreen(route, params, other => !leaving.includes(other))
  context.draft.removeRange(context.id, index)
  context.draft.insert(screen, context.id, index)
}

function navigate(context: Context, action: Action, merge: boolean): void {
  const { route, params } = action
  context.destination(route)
  context.checkUncovered()
  const top = context.actingIndex()
  const screen = selectedScreen(context.container)
  let twin: Screen | undefined
  if (screen.route === route && isMeant(context, screen, params)) {
    context.setParams(screen, context.reached(screen, params, merge))
  } else if (action.pop && indexBelow(context, { type: "popTo", route, params }, top) !== undefined) {
    popTo(context, { type: "popTo", route, params }, merge)
  } else if (context.allowsTwins(route) && (twin = twinOf(context, route, params, top))) {
    popTo(context, { type: "popTo", id: twin.id, params }, merge)
  } else {
    push(context, route, params, merge)
  }
}

function insert(context: Context, { route, params, index }: Action): void {
  context.checkOpens(route)
  if (index < 0 || index > context.container.screens.length) refuse(true)
  context.draft.insert(context.makeScreen(route, params), context.id, index)
}

function goBack(context: Context): void {
  const index = context.actingIndex()
  if (index === 0) refuse(false)
  context.draft.remove(context.id, index)
}

/** The screen with the identity that a new one would have, in the list not above `top`. */
function twinOf(context: Context, name: string, params: Params | undefined, top?: number): Screen | undefined {
  const full = { ...context.rules.initialParams(context.rules.route(name)), ...params }
  if (top === undefined) return context.twin(name, full)
  const covering = idsFrom(context, top + 1)
  const twin = context.twin(name, full, id => !covering.includes(id))
  return twin && context.container.screens.includes(twin) ? twin : undefined
}

const idsFrom = (context: Context, index: number): string[] =>
  context.container.screens.slice(index).map(screen => screen.id)

/** The index of the screen that an action names, searched from `top` down. */
function indexBelow(context: Context, { id, index, route, params }: Action, top: number): number | undefined {
  const { screens } = context.container
  if (index !== undefined) return index >= 0 && index <= top ? index : undefined
  if (route !== undefined) context.destination(route)
  const isNamed = (screen: Screen) =>
    route === undefined ? screen.id === id : screen.route === route && isMeant(context, screen, params)
  const found = screens.slice(0, top + 1).map(isNamed).lastIndexOf(true)
  return found < 0 ? undefined : found
}

/** Whether params match a screen. Those without an identity match any of the route. */
function isMeant(context: Context, screen: Screen, params: Params | undefined): boolean {
  const route = context.rules.route(screen.route)
  const wanted = params && identity(route, params)
  return wanted === undefined || isEqual(identity(route, screen.params), wanted)
}
