export const selectedIndex = (container) => container.kind === "stack" ? container.screens.length - 1 : container.selected;
export const selectedScreen = (container) => container.screens[selectedIndex(container)];
export const focused = (container) => presentedScreens(container).pop() ?? selectedScreen(container);
export const presentedScreens = ({ presented }) => presented.map(({ screen }) => screen);
export const ownScreens = (container) => [...container.screens, ...presentedScreens(container)];
export function focusPath(root) {
const content = focused(root).content;
return content ? [root, ...focusPath(content)] : [root];
}
export const innermost = (root) => focusPath(root).pop();
export const routePath = (root) => focusPath(root).flatMap(container => [...new Set([selectedScreen(container), focused(container)])])
.map(({ route }) => route);
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
export function mapContent(screen, change) {
const content = screen.content && change(screen.content);
return content === screen.content ? screen : { ...screen, content };
}
