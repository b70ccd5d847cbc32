import type { Container, Screen } from "../session.js"
import { ownScreens } from "../tree.js"

/** All containers of a tree. */
export function allContainers(root: Container): Container[] {
  return [root, ...ownScreens(root).flatMap(screen => (screen.content ? allContainers(screen.content) : []))]
}

export const allScreens = (root: Container): Screen[] => allContainers(root).flatMap(ownScreens)

export const findContainer = (root: Container, id: string): Container | undefined =>
  allContainers(root).find(container => container.id === id)

export const findScreen = (root: Container, id: string): Screen | undefined =>
  allScreens(root).find(screen => screen.id === id)

/** The container that lists or presents a screen. */
export const holderOf = (root: Container, id: string): Container | undefined =>
  allContainers(root).find(container => ownScreens(container).some(screen => screen.id === id))

/** The depth of nested containers. */
export const depthOf = (container: Container): number =>
  1 + Math.max(0, ...ownScreens(container).map(screen => (screen.content ? depthOf(screen.content) : 0)))
