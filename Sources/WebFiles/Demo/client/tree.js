/** The index of the selected screen, which is the last one of a stack. */
export const selectedIndex = (container) => container.kind === "stack" ? container.screens.length - 1 : container.selected;
export const selectedScreen = (container) => container.screens[selectedIndex(container)];
/** The topmost presented screen, or else the selected one. */
export const focused = (container) => container.presented[container.presented.length - 1]?.screen ?? selectedScreen(container);
export const ownScreens = (container) => [
    ...container.screens,
    ...container.presented.map(presented => presented.screen),
];
/** The containers from the root to the one that holds the current screen. */
export function focusPath(root) {
    const content = focused(root).content;
    return content ? [root, ...focusPath(content)] : [root];
}
export const innermost = (root) => focusPath(root).pop();
/** The routes on the path to the current screen: in each container the selected screen, then the topmost presented. */
export const routePath = (root) => focusPath(root).flatMap(container => {
    const selected = selectedScreen(container);
    const top = focused(container);
    return top === selected ? [selected.route] : [selected.route, top.route];
});
export function allContainers(root) {
    return [root, ...ownScreens(root).flatMap(screen => (screen.content ? allContainers(screen.content) : []))];
}
export const findContainer = (root, id) => allContainers(root).find(container => container.id === id);
export const findScreen = (root, id) => allContainers(root).flatMap(ownScreens).find(screen => screen.id === id);
/** The container that lists or presents a screen. */
export const holderOf = (root, id) => allContainers(root).find(container => ownScreens(container).some(screen => screen.id === id));
/** The number of containers inside each other. */
export const depthOf = (container) => 1 + Math.max(0, ...ownScreens(container).map(screen => (screen.content ? depthOf(screen.content) : 0)));
/** A copy in which a function has replaced the screens; containers without a change stay the same objects. */
export function mapScreens(container, change) {
    const screens = mapped(container.screens, change);
    const presented = mapped(container.presented, (item) => {
        const screen = change(item.screen);
        return screen === item.screen ? item : { ...item, screen };
    });
    const isSame = screens === container.screens && presented === container.presented;
    return isSame ? container : { ...container, screens, presented };
}
function mapped(items, change) {
    const changed = items.map(change);
    return changed.some((item, index) => item !== items[index]) ? changed : items;
}
/** A copy in which a function has replaced the content of a screen. */
export function mapContent(screen, change) {
    const content = screen.content && change(screen.content);
    return content === screen.content ? screen : { ...screen, content };
}
