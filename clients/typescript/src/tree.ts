import type { Container, Presented, Screen } from "./session.js"

/** The index of the selected screen, which is the last one of a stack. */
export const selectedIndex = (container: Container): number =>
  container.kind === "stack" ? container.screens.length - 1 : container.selected

export const selectedScreen = (container: Container): Screen => container.screens[selectedIndex(container)]!

/** The topmost presented screen, or else the selected one. */
export const focused = (container: Container): Screen =>
  presentedScreens(container).pop() ?? selectedScreen(container)

export const presentedScreens = ({ presented }: Container): Screen[] => presented.map(({ screen }) => screen)

export const ownScreens = (container: Container): Screen[] => [...container.screens, ...presentedScreens(container)]

/** The containers from the root to the one that holds the current screen. */
export function focusPath(root: Container): Container[] {
  const content = focused(root).content
  return content ? [root, ...focusPath(content)] : [root]
}

export const innermost = (root: Container): Container => focusPath(root).pop()!

/** The routes on the path to the current screen: in each container the selected screen, then the topmost presented. */
export const routePath = (root: Container): string[] =>
  focusPath(root).flatMap(container => [...new Set([selectedScreen(container), focused(container)])])
    .map(({ route }) => route)

/** A copy in which a function has replaced the screens; unchanged containers stay the same objects. */
export function mapScreens(container: Container, change: (screen: Screen) => Screen): Container {
  const screens = mapped(container.screens, change)
  const presented = mapped(container.presented, (item): Presented => {
    const screen = change(item.screen)
    return screen === item.screen ? item : { ...item, screen }
  })
  const isSame = screens === container.screens && presented === container.presented
  return isSame ? container : { ...container, screens, presented }
}

function mapped<Item>(items: Item[], change: (item: Item) => Item): Item[] {
  const changed = items.map(change)
  return changed.some((item, index) => item !== items[index]) ? changed : items
}

/** A copy in which a function has replaced the content of a screen. */
export function mapContent(screen: Screen, change: (content: Container) => Container): Screen {
  const content = screen.content && change(screen.content)
  return content === screen.content ? screen : { ...screen, content }
}
