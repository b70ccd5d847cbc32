import { isEqual } from "../equality.js"
import type { Container, Focus, Params, Screen } from "../session.js"
import { focused, innermost, selectedIndex } from "../tree.js"
import { findScreen } from "./find.js"
import { ContainerDefinition, Rules, hasHistory, undecided } from "./definition.js"

/** A selection of a screen; without `params`, the screen's current ones apply. */
export interface Visit {
  id: string
  params?: Params
}

export const visitsOf = ({ history = [], historyParams = [] }: Container): Visit[] =>
  history.map((id, index) => (historyParams[index] ? { id, params: historyParams[index]! } : { id }))

/** The members of a container that hold its visits. */
export function focusOf(visits: Visit[]): Focus {
  const historyParams = visits.map(({ params }) => params ?? null)
  const history = visits.map(({ id }) => id)
  return historyParams.some(params => params) ? { history, historyParams } : { history }
}

/** The visits after a selection, the selected screen last. `screens` have the params from before it. */
export function visitsAfter(
  rules: Rules, definition: ContainerDefinition, container: Container, screens: Screen[], former: Visit[],
): Visit[] {
  if (!hasHistory(container)) return []
  const focused = screens[selectedIndex(container)]!
  switch (definition.backBehavior ?? "firstRoute") {
    case "none": return [{ id: focused.id }]
    case "firstRoute": return distinct(screens[0]!.id, focused.id)
    case "initialRoute": return distinct(initialOf(rules, definition, screens).id, focused.id)
    case "order": return screens.slice(0, selectedIndex(container) + 1).map(({ id }) => ({ id }))
    case "history": case "chronological": return [...former.filter(({ id }) => id !== focused.id), { id: focused.id }]
    case "fullHistory": return visiting(former, focused)
  }
}

const distinct = (first: string, last: string): Visit[] =>
  first === last ? [{ id: last }] : [{ id: first }, { id: last }]

const initialOf = (rules: Rules, definition: ContainerDefinition, screens: Screen[]): Screen =>
  screens.find(({ route }) => route === rules.initial(definition)) ?? screens[0]!

function visiting(visits: Visit[], { id, params }: Screen): Visit[] {
  // The server drops the oldest visits beyond its limits.
  if (visits.length > 900 || JSON.stringify(visits).length > 50_000) undecided()
  if (visits[visits.length - 1]?.id === id) return forgettingParams(visits, id)
  const last = lastVisit(visits, id)
  const fixed = visits.map((visit, index) => (index === last && !visit.params ? { id, params } : visit))
  return [...fixed, { id }]
}

/** The visits without the params of the last visit of a screen. */
export function forgettingParams(visits: Visit[], id: string): Visit[] {
  const last = lastVisit(visits, id)
  return visits.map((visit, index) => (index === last ? { id } : visit))
}

export const lastVisit = (visits: Visit[], id: string): number => visits.map(visit => visit.id).lastIndexOf(id)

/** The visits without those of a screen. With `fullHistory`, only the later one of equal adjacent visits stays. */
export function visitsWithout(
  { backBehavior }: ContainerDefinition, visits: Visit[], id: string, screens: Screen[],
): Visit[] {
  const paramsOf = (visit: Visit) => visit.params ?? screens.find(screen => screen.id === visit.id)?.params
  const others = visits.filter(visit => visit.id !== id)
  return backBehavior !== "fullHistory" ? others : others.filter((visit, index) => {
    const next = others[index + 1]
    return next?.id !== visit.id || !isEqual(paramsOf(next), paramsOf(visit))
  })
}

/** The visits of a root after a change from one current screen to another. */
export const afterVisit = (visits: string[], before: string, now: string): string[] =>
  before === now ? visits : [...visits, before].slice(-200)

/** The index of the last visit to a screen that is there and is not the current one; -1 if there is none. */
export function lastVisitTo(root: Container, visits: string[]): number {
  const current = focused(innermost(root)).id
  return visits.map(id => id !== current && findScreen(root, id) !== undefined).lastIndexOf(true)
}
