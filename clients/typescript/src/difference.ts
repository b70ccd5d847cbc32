import { isEqual } from "./equality.js"
import { applyStep } from "./plan.js"
import type { Container, Presented, Screen, Step } from "./session.js"
import { ownScreens } from "./tree.js"

/** A plan that changes one tree into another and keeps the screens of the same id. */
export function difference(before: Container, after: Container): Step[] {
  if (before === after) return []
  if (before.id !== after.id) return [{ step: "replace", container: before.id, with: after }]
  return [...listSteps(before, after), ...presentedSteps(before, after), ...screenSteps(before, after)]
}

/** Steps of the list and its selection. */
function listSteps(before: Container, after: Container): Step[] {
  const steps: Step[] = []
  const container = after.id
  let list = before
  const take = (step: Step) => {
    steps.push(step)
    list = applyStep(list, step)
  }
  for (let index = before.screens.length - 1; index >= 0; index--) {
    const { id } = before.screens[index]!
    if (!hasTwin(before.screens[index]!, after.screens)) take({ step: "pop", container, index, id })
  }
  after.screens.forEach((screen, index) => {
    if (list.screens[index]?.id === screen.id) return
    const from = list.screens.findIndex(other => other.id === screen.id)
    if (from >= 0) take({ step: "select", container, index: from, to: index })
    else take({ step: "push", container, index, screen })
  })
  const { index, ...focus } = focusOf(after)
  if (!isEqual(focusOf(list), focusOf(after))) take({ step: "select", container, index, ...focus })
  return steps
}

const focusOf = ({ selected: index, history, historyParams, open, visits }: Container) =>
  ({ index, history, historyParams, open, visits })

const hasTwin = (screen: Screen, others: Screen[]) =>
  others.some(other => other.id === screen.id && other.route === screen.route && !other.content === !screen.content)

/** Steps that dismiss and present the presented screens from the first difference on. */
function presentedSteps(before: Container, after: Container): Step[] {
  const isSame = ({ style, screen }: Presented, other?: Presented) =>
    style === other?.style && hasTwin(screen, [other.screen])
  const first = before.presented.findIndex((item, index) => !isSame(item, after.presented[index]))
  const start = first < 0 ? before.presented.length : first
  const container = after.id
  const dismissed = before.presented.map((item, index): Step => ({
    step: "dismiss", container, index, id: item.screen.id,
  }))
  const presented = after.presented.map((item, index): Step => ({ step: "present", container, index, ...item }))
  return [...dismissed.slice(start).reverse(), ...presented.slice(start)]
}

/** Steps within the screens that stay. */
function screenSteps(before: Container, after: Container): Step[] {
  return ownScreens(after).flatMap(screen => {
    const former = ownScreens(before).find(other => other.id === screen.id)
    return former && former !== screen && hasTwin(former, [screen]) ? changes(former, screen) : []
  })
}

function changes(former: Screen, screen: Screen): Step[] {
  const { id, params, formerParams, state, intent } = screen
  const steps: Step[] = []
  if (!isEqual(former.params, params)) steps.push({ step: "replace", id, params })
  if (!isEqual(former.formerParams, formerParams)) steps.push({ step: "replace", id, formerParams: formerParams ?? [] })
  if (!isEqual(former.state, state)) steps.push({ step: "replace", id, state })
  if (!isEqual(former.intent, intent)) steps.push({ step: "replace", id, intent: intent ?? null })
  return screen.content ? [...steps, ...difference(former.content!, screen.content)] : steps
}
