import { has } from "../equality.js"
import type { Action, Container, Screen } from "../session.js"
import { focusPath, focused } from "../tree.js"
import { Definition, Logic, Route, undecided } from "./definition.js"
import type { Draft } from "./draft.js"
import { allScreens, findScreen } from "./find.js"

/** The actions that lead back, which ask no guard of an existing screen. */
const back = /^(pop|popToRoot|goBack|remove|dismiss|dismissAll|\w+Drawer)$/

/** Throws `Undecided` if the change would run guards or hooks, which need the server. */
export function checkHooks({ routes }: Definition, draft: Draft, action: Action, root: Container): void {
  if (!back.test(action.type) && !(action.type === "popTo" && !action.params)) {
    const [before, now] = [root, draft.root].map(tree => focusPath(tree).map(container => focused(container).id))
    for (const { id, route, params } of allScreens(draft.root)) {
      const former = routes[route]?.guard !== undefined && findScreen(root, id)
      if (former && (former.params !== params || now!.includes(id) && !before!.includes(id))) undecided()
    }
  }
  for (const screen of draft.entering.flatMap(withContent)) {
    const { guard, onEnter, timers } = routes[screen.route] ?? {}
    if (guard !== undefined || onEnter !== undefined || timers !== undefined) undecided()
  }
  for (const screen of draft.leaving.flatMap(withContent)) {
    const { leave, onLeave } = routes[screen.route] ?? {}
    if (leave !== undefined || onLeave !== undefined) undecided()
    if (screen.intent && action.result !== undefined) undecided()
    const opener = screen.opener === undefined ? undefined : draft.screen(screen.opener)
    const { onResult } = (opener && routes[opener.route]) ?? {}
    if (onResult && (has(onResult, screen.route) || has(onResult, "*"))) undecided()
  }
}

const withContent = (screen: Screen): Screen[] => [screen, ...(screen.content ? allScreens(screen.content) : [])]

/** The definitions of an app's action: the app's, and those of routes. */
const definitionsOf = ({ actions, routes }: Definition, type: string): Logic[] =>
  [{ actions }, ...Object.values(routes)].flatMap(({ actions }) => actions?.[type] ?? [])

export function isForBackend(definition: Definition, { type }: Action): boolean {
  const found = definitionsOf(definition, type)
  return found.length > 0 && found.every(({ by }) => by === "backend")
}

/** Whether `setState`, or an app's action, changes only data, state or outputs. */
export function keepsNavigation(definition: Definition, { type, ifGone }: Action): boolean {
  const { root, routes } = definition
  const found: Logic[] = type === "setState" ? [{}] : definitionsOf(definition, type)
  // A feature may open screens, and the pane that takes an action gets the focus.
  const isOpen = [{ content: root } as Route, ...Object.values(routes)].some(({ feature, content }) =>
    feature || content?.kind === "panes")
  const isKept = ({ navigates, do: steps = [] }: Logic) => !(navigates ?? !isHarmless(steps))
  return !isOpen && ifGone === undefined && found.length > 0 && found.every(isKept)
}

/** Whether steps contain no action and do not restart the session. Their values are not checked. */
function isHarmless(steps: unknown): boolean {
  if (Array.isArray(steps)) return steps.every(isHarmless)
  const step = steps as Record<string, unknown>
  if ("if" in step) return isHarmless(step.then ?? []) && isHarmless(step.else ?? [])
  return !("type" in step) && !("restart" in step)
}
