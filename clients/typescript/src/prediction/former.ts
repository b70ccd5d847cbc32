import type { Action, Screen } from "../session.js"
import { focused, ownScreens, selectedScreen } from "../tree.js"
import type { Context } from "./context.js"
import type { Draft } from "./draft.js"

/** The greatest number of former params that a screen keeps. */
const most = 50

/** Keeps the params of a screen, which were just replaced, for `goBack`. */
export function keepFormerParams(draft: Draft, { id, params, formerParams = [] }: Screen): void {
  draft.setFormerParams(id, [...formerParams, params].slice(-most))
}

/** Performs `goBack` and `pop` if the acting screen has former params. Returns false for what they do otherwise. */
export function goBackInParams(context: Context, { type, count = 1 }: Action): boolean {
  const { container, source, isMeant } = context
  const isPop = type === "pop"
  if (!isPop && (type !== "goBack" || container.open)) return false
  const screen = source ? ownScreens(container).find(({ id }) => id === source)
    : isPop && isMeant ? selectedScreen(container) : focused(container)
  if (!screen) return false
  // A stack counts on with the screens below.
  if (isPop && container.kind === "stack" && container.screens.includes(screen)) return false
  return returnToParams(context, screen, isPop ? count : 1) > 0
}

/** Gives a screen earlier params, except those of an identity that is taken. Returns the number of entries gone back. */
export function returnToParams(context: Context, screen: Screen, count: number): number {
  const { draft, id: container } = context
  const { id, route, formerParams = [] } = screen
  const free = [...formerParams.keys()].filter(index => !context.isTaken(route, formerParams[index]!, id))
  const distance = Math.min(count, free.length)
  if (distance === 0) return 0
  const entry = free[free.length - distance]!
  draft.setParams(screen, formerParams[entry]!)
  draft.setFormerParams(id, formerParams.slice(0, entry))
  draft.renewLastVisit(container, id)
  return distance
}
