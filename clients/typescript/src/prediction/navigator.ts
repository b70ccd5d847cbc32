import { isEqual } from "../equality.js"
import type { Action, Container, Screen } from "../session.js"
import { focused, focusPath, innermost, ownScreens } from "../tree.js"
import { Context } from "./context.js"
import { Refusal, refuse, undecided } from "./definition.js"
import type { Draft } from "./draft.js"
import { findContainer } from "./find.js"
import { goBackInParams, keepFormerParams } from "./former.js"
import { afterVisit, lastVisitTo, visitsAfter, visitsOf, visitsWithout } from "./history.js"
import { reduceList, reduceSwitch } from "./list.js"
import { checkParams, checkPart, fullParams, merged } from "./params.js"
import { reducePresented } from "./presentation.js"
import { reduceStack } from "./stack.js"

/** Performs an action on a draft, as the server dispatches it. */
export function perform(draft: Draft, action: Action): void {
  checkDestination(draft, action)
  const { visits } = draft.root
  const { id } = focused(innermost(draft.root))
  performIn(draft, action)
  const isBack = action.type === "goBack" && action.target === undefined && action.source === undefined
  if (visits && !isBack) draft.setVisits(afterVisit(visits, id, focused(innermost(draft.root)).id))
}

function performIn(draft: Draft, action: Action): void {
  switch (action.type) {
    case "dismiss": return action.id === undefined ? offer(draft, action) : dismiss(draft, action)
    case "dismissAll": return dismissAll(draft, action)
    case "remove": return action.reported && !draft.screen(action.id) ? undefined : remove(draft, action)
    case "setParams": case "replaceParams": case "pushParams": return setParams(draft, action)
    case "setState": return setState(draft, action)
    default: return offer(draft, action)
  }
}

/** Refuses a route or params that are always invalid. */
function checkDestination({ rules }: Draft, { route: name, params, merge, type }: Action): void {
  if (name === undefined) return
  const route = rules.route(name)
  const isMerged = merge && (type === "navigate" || type === "popTo")
  const isKept = params === undefined && (type === "popTo" || type === "select")
  if (isMerged) checkPart(route, params ?? {})
  else if (!isKept) fullParams(rules, route, params)
}

/** The container that an action names by its target or source. */
function named(draft: Draft, { source, target }: Action): Container | undefined {
  if (source !== undefined) {
    const holder = draft.holder(source) ?? refuse(true)
    return target === undefined || target === holder.id ? holder : refuse(true)
  }
  if (target === undefined) return undefined
  return findContainer(draft.root, target) ?? refuse(true)
}

/** Offers an action to the named container, or to those of the focus path from the innermost on. */
function offer(draft: Draft, action: Action): void {
  const container = named(draft, action)
  if (container) {
    return reduce(new Context(draft, container.id, action.source, true), action)
  }
  const drawer = focusPath(draft.root).find(({ open, presented }) => open && presented.length === 0)
  if (action.type === "goBack" && drawer) return draft.focus(drawer.id, { open: false })
  if (action.type === "goBack" && draft.root.visits) return goBackToVisit(draft, draft.root.visits)
  if (!offerInside(draft, draft.root, action)) refuse(true)
}

/** Goes back to the screen that was visited before, or else within the focused containers. */
function goBackToVisit(draft: Draft, visits: string[]): void {
  if (goBackInParams(new Context(draft, innermost(draft.root).id, undefined, false), { type: "goBack" })) return
  const index = lastVisitTo(draft.root, visits)
  if (index >= 0) bringScreenToFront(draft, visits[index]!, true)
  else if (!offerInside(draft, draft.root, { type: "goBack" })) refuse(true)
  draft.setVisits(visits.slice(0, Math.max(index, 0)))
}

/** Offers an action to the focused containers in a container, the innermost first, and to other panes. */
function offerInside(draft: Draft, container: Container, action: Action): boolean {
  return focusPath(container).reverse().some(({ id, selected }) =>
    takes(new Context(draft, id, undefined, false), action) || offerToPanes(draft, id, selected, action))
}

/** Whether panes without the focus are asked, too. */
const isForAllPanes = ({ type, route }: Action): boolean =>
  route === undefined ? /^pop(ToRoot)?$/.test(type) : type !== "present"

/** Offers an action to the panes beside the focused one, of which one that takes it gets the focus. */
function offerToPanes(draft: Draft, id: string, selected: number, action: Action): boolean {
  const { kind, presented, screens } = draft.container(id)
  if (kind !== "panes" || presented.length > 0 || !isForAllPanes(action)) return false
  const index = screens.findIndex(({ content }, index) =>
    index !== selected && content !== undefined && offerInside(draft, content, action))
  if (index >= 0) draft.select(id, index)
  return index >= 0
}

function takes(context: Context, action: Action): boolean {
  try {
    reduce(context, action)
    return true
  } catch (error) {
    if (error instanceof Refusal && !error.isFinal) return false
    throw error
  }
}

const coverable = ["push", "pop", "popTo", "popToRoot", "replace", "insert"]

function reduce(context: Context, action: Action): void {
  if (goBackInParams(context, action)) return
  if (coverable.includes(action.type)) context.checkUncovered()
  if (reducePresented(context, action)) return
  const { kind } = context.container
  const reducer = kind === "stack" ? reduceStack : kind === "switch" ? reduceSwitch : reduceList
  reducer(context, action)
  if (action.type === "navigate") bringToFront(context.draft, context.id)
}

/** Dismisses a presented screen and all above it. */
function dismiss(draft: Draft, { id, source, target }: Action): void {
  const container = draft.holder(id) ?? refuse(true)
  const index = container.presented.findIndex(({ screen }) => screen.id === id)
  if (index < 0 || (source === undefined && target !== undefined && target !== container.id)) refuse(true)
  draft.dismiss(container.id, index)
}

function dismissAll(draft: Draft, action: Action): void {
  const container = named(draft, action)
  if (container) return container.presented.length > 0 ? draft.dismiss(container.id, 0) : refuse(true)
  const covered = () => focusPath(draft.root).find(({ presented }) => presented.length > 0)
  for (let next = covered() ?? refuse(true); next; next = covered()!) draft.dismiss(next.id, 0)
}

function remove(draft: Draft, action: Action): void {
  const { id } = action
  const target = named(draft, action)
  if (target && !ownScreens(target).some(screen => screen.id === id)) refuse(true)
  const holder = draft.holder(id) ?? refuse(true)
  const presented = holder.presented.findIndex(({ screen }) => screen.id === id)
  if (presented >= 0) return draft.dismissOne(holder.id, presented)
  if (holder.screens.length === 1) refuse(true)
  const index = holder.screens.findIndex(screen => screen.id === id)
  draft.remove(holder.id, index)
  if (holder.kind !== "stack") refocus(draft, holder, index)
}

/** Corrects the selection after a screen was removed. */
function refocus(draft: Draft, { id, selected, screens: former }: Container, index: number): void {
  const container = draft.container(id)
  const { screens } = container
  const definition = draft.definition(id)
  const visits = visitsWithout(definition, visitsOf(container), former[index]!.id, screens)
  const previous = screens.findIndex(screen => screen.id === visits[visits.length - 1]?.id)
  const next = previous >= 0 ? previous : Math.min(index, screens.length - 1)
  const corrected = { ...container, selected: index < selected ? selected - 1 : index === selected ? next : selected }
  const after = visitsAfter(draft.rules, definition, corrected, screens, visits)
  draft.focus(id, { selected: corrected.selected, visits: after })
}

/** The screen that an action names, or else the current one. */
function actingScreen(draft: Draft, action: Action): Screen {
  const container = named(draft, action)
  return draft.screen(action.source ?? focused(container ?? innermost(draft.root)).id)!
}

/** Merges into the state of a screen. The server also knows the app's schemas, by which it may refuse that. */
function setState(draft: Draft, { source, target, type, state }: Action): void {
  // Beside a source, the target is ignored.
  const screen = actingScreen(draft, source === undefined ? { type, target } : { type, source })
  if (draft.rules.isStateClosed(draft.rules.route(screen.route))) undecided()
  draft.setState(screen, merged(screen.state, state))
}

function setParams(draft: Draft, action: Action): void {
  const { source, params, type } = action
  const screen = actingScreen(draft, action)
  const { id } = screen
  const holder = draft.holder(id)!
  const full = type === "replaceParams" ? params : { ...screen.params, ...params }
  const route = draft.rules.route(screen.route)
  checkParams(route, full)
  new Context(draft, holder.id, source, false).setParams(screen, full)
  if (type === "pushParams" && !isEqual(screen.params, full)) keepFormerParams(draft, screen)
  draft.renewLastVisit(holder.id, id)
}

/** Selects the screens that contain a container, and dismisses those over them. */
function bringToFront(draft: Draft, id: string, isBack = false): void {
  const holder = draft.holderOfContent(id)
  if (holder) bringScreenToFront(draft, holder.id, isBack)
}

/** Brings a screen to the front. By going back, the visits of the screens that were selected instead end. */
function bringScreenToFront(draft: Draft, screen: string, isBack: boolean): void {
  const outer = draft.holder(screen)!
  const index = outer.screens.findIndex(({ id }) => id === screen)
  if (index < 0) draft.dismiss(outer.id, outer.presented.findIndex(item => item.screen.id === screen) + 1)
  else focusScreen(draft, outer, index, isBack)
  bringToFront(draft, outer.id, isBack)
}

function focusScreen(draft: Draft, container: Container, index: number, isBack: boolean): void {
  const { id, kind, selected } = container
  const visits = visitsOf(container)
  draft.dismiss(id, 0)
  if (kind === "stack") draft.removeRange(id, index + 1)
  else draft.select(id, index, isBack && index !== selected ? visits.slice(0, -1) : visits)
  if (kind === "drawer") draft.focus(id, { open: false })
}
