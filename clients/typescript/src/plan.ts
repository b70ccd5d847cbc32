import type { Container, Focus, Screen, Step } from "./session.js"
import { mapContent, mapScreens } from "./tree.js"

/** The tree after the steps of a plan. */
export const applyPlan = (root: Container, steps: Step[]): Container => steps.reduce(applyStep, root)

/** The tree after one step. Parts that do not change stay the same objects. */
export function applyStep(root: Container, step: Step): Container {
  if ("container" in step) return changeContainer(root, step.container, container => changed(container, step))
  const { step: _, id, ...members } = step
  return changeScreen(root, id, screen => {
    const changed = { ...screen, ...members }
    // As in the trees of the server, which omit them.
    if (changed.intent === null) delete changed.intent
    if (changed.formerParams?.length === 0) delete changed.formerParams
    return changed as Screen
  })
}

type ContainerStep = Extract<Step, { container: string }>

function changed(container: Container, step: ContainerStep): Container {
  switch (step.step) {
    case "push": return withScreens(container, spliced(container.screens, step.index, 0, step.screen))
    case "pop": return withScreens(container, spliced(container.screens, step.index, 1))
    case "present": {
      const { style, screen } = step
      return { ...container, presented: spliced(container.presented, step.index, 0, { style, screen }) }
    }
    case "dismiss": return { ...container, presented: spliced(container.presented, step.index, 1) }
    case "select": return "to" in step ? moved(container, step.index, step.to) : refocused(container, step)
    case "replace":
      return "with" in step ? step.with : withScreens(container, spliced(container.screens, step.index, 1, step.screen))
  }
}

const spliced = <Item>(items: Item[], index: number, count: number, ...added: Item[]): Item[] => [
  ...items.slice(0, index), ...added, ...items.slice(index + count),
]

const withScreens = (container: Container, screens: Screen[]): Container => ({
  ...container, screens, selected: container.kind === "stack" ? screens.length - 1 : container.selected,
})

function moved(container: Container, from: number, to: number): Container {
  const rest = spliced(container.screens, from, 1)
  return withScreens(container, spliced(rest, to, 0, container.screens[from]!))
}

function refocused(container: Container, step: Focus & { index: number }): Container {
  const { historyParams: _, ...rest } = container
  const hasHistory = container.kind === "tabs" || container.kind === "drawer"
  return {
    ...rest, selected: step.index, ...(step.visits && { visits: step.visits }),
    ...(hasHistory && { history: step.history }),
    ...(hasHistory && step.historyParams && { historyParams: step.historyParams }),
    ...(container.kind === "drawer" && { open: step.open }),
  }
}

function changeContainer(root: Container, id: string, change: (container: Container) => Container): Container {
  if (root.id === id) return change(root)
  return mapScreens(root, screen => mapContent(screen, content => changeContainer(content, id, change)))
}

function changeScreen(root: Container, id: string, change: (screen: Screen) => Screen): Container {
  return mapScreens(root, screen =>
    screen.id === id ? change(screen) : mapContent(screen, content => changeScreen(content, id, change)))
}
