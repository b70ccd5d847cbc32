import { ownScreens } from "../tree.js";
export function allContainers(root) {
return [root, ...ownScreens(root).flatMap(screen => (screen.content ? allContainers(screen.content) : []))];
}
export const allScreens = (root) => allContainers(root).flatMap(ownScreens);
export const findContainer = (root, id) => allContainers(root).find(container => container.id === id);
export const findScreen = (root, id) => allScreens(root).find(screen => screen.id === id);
export const holderOf = (root, id) => allContainers(root).find(container => ownScreens(container).some(screen => screen.id === id));
export const depthOf = (container) => 1 + Math.max(0, ...ownScreens(container).map(screen => (screen.content ? depthOf(screen.content) : 0)));
