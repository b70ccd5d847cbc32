import { refuse } from "./definition.js";
import { visitsOf, visitsWithout } from "./history.js";
export function reduceList(context, action) {
const { kind } = context.container;
const { type } = action;
const isDrawer = kind === "drawer";
if (type === "select")
return select(context, action, false);
if (type === "navigate" && kind !== "pages")
return select(context, action, action.merge ?? false);
if (type === "goBack" && kind === "panes")
return goToPaneBefore(context);
if (type === "goBack" && kind !== "pages")
return goBack(context);
if (isDrawer && type in drawerActions)
return context.draft.focus(context.id, { open: drawerActions[type](context) });
if (!isDrawer && type in steps)
return step(context, type, action.circular ?? false);
refuse(false);
}
const drawerActions = {
openDrawer: () => true, closeDrawer: () => false, toggleDrawer: context => !context.container.open,
};
const steps = { selectNext: 1, selectPrevious: -1, selectFirst: 0, selectLast: 0 };
function step(context, type, isCircular) {
const { screens, selected } = context.container;
const count = screens.length;
const ends = { selectFirst: 0, selectLast: count - 1 };
const next = ends[type] ?? selected + steps[type];
if (!isCircular && (next < 0 || next >= count))
refuse(false);
context.draft.select(context.id, (next + count) % count);
}
export function select(context, action, merge) {
const { draft, id } = context;
const index = indexOf(context, action);
const { screens, selected, kind } = context.container;
const screen = screens[index];
const isReplaced = setParams(context, screen, index, action.params, merge);
if (isReplaced) {
const container = context.container;
draft.select(id, index, visitsWithout(draft.definition(id), visitsOf(container), screen.id, container.screens));
}
else {
draft.select(id, index, undefined, screens);
}
if (kind === "drawer")
draft.focus(id, { open: false });
if (index === selected && !isReplaced)
reselect(context, screen);
}
function indexOf(context, { route, id, index }) {
const { screens } = context.container;
if (route !== undefined)
context.destination(route);
const found = index ?? screens.findIndex(screen => (route === undefined ? screen.id === id : screen.route === route));
return screens[found] ? found : refuse(false);
}
function setParams(context, screen, index, given, merge) {
if (!given)
return false;
const params = context.reached(screen, given, merge);
if (!context.isOther(screen, params)) {
context.draft.setParams(screen, params);
return false;
}
context.replaceScreen(index, screen.route, given);
return true;
}
function reselect(context, { content }) {
const isStack = content?.kind === "stack" && content.presented.length === 0;
if (context.draft.definition(context.id).reselect === "popToRoot" && isStack)
context.draft.removeRange(content.id, 1);
}
function goToPaneBefore(context) {
const index = context.actingIndex();
if (index === 0)
refuse(false);
context.draft.select(context.id, index - 1);
}
function goBack(context) {
const { draft, id, container: { screens } } = context;
const visits = visitsOf(context.container).slice(0, -1);
const previous = visits[visits.length - 1];
const index = screens.findIndex(screen => screen.id === previous?.id);
if (!previous || index < 0)
return refuse(false);
const { route, id: screen } = screens[index];
if (previous.params && !context.isTaken(route, previous.params, screen))
draft.setParams(screens[index], previous.params);
draft.select(id, index, visits, screens);
}
export function reduceSwitch(context, action) {
const { type, route, params } = action;
const isOther = route !== undefined && context.container.screens[0].route !== route;
if (type === "switchTo" || (type === "select" && isOther))
return context.replace(0, route, params);
if (type === "select")
return select(context, action, false);
refuse(false);
}
