import { has } from "../equality.js";
import { focusPath, focused } from "../tree.js";
import { undecided } from "./definition.js";
import { allScreens, findScreen } from "./find.js";
const back = /^(pop|popToRoot|goBack|remove|dismiss|dismissAll|\w+Drawer)$/;
export function checkHooks({ routes }, draft, action, root) {
if (!back.test(action.type) && !(action.type === "popTo" && !action.params)) {
const [before, now] = [root, draft.root].map(tree => focusPath(tree).map(container => focused(container).id));
for (const { id, route, params } of allScreens(draft.root)) {
const former = routes[route]?.guard !== undefined && findScreen(root, id);
if (former && (former.params !== params || now.includes(id) && !before.includes(id)))
undecided();
}
}
for (const screen of draft.entering.flatMap(withContent)) {
const { guard, onEnter, timers } = routes[screen.route] ?? {};
if (guard !== undefined || onEnter !== undefined || timers !== undefined)
undecided();
}
for (const screen of draft.leaving.flatMap(withContent)) {
const { leave, onLeave } = routes[screen.route] ?? {};
if (leave !== undefined || onLeave !== undefined)
undecided();
if (screen.intent && action.result !== undefined)
undecided();
const opener = screen.opener === undefined ? undefined : draft.screen(screen.opener);
const { onResult } = (opener && routes[opener.route]) ?? {};
if (onResult && (has(onResult, screen.route) || has(onResult, "*")))
undecided();
}
}
const withContent = (screen) => [screen, ...(screen.content ? allScreens(screen.content) : [])];
const definitionsOf = ({ actions, routes }, type) => [{ actions }, ...Object.values(routes)].flatMap(({ actions }) => actions?.[type] ?? []);
export function isForBackend(definition, { type }) {
const found = definitionsOf(definition, type);
return found.length > 0 && found.every(({ by }) => by === "backend");
}
export function keepsNavigation(definition, { type, ifGone }) {
const { root, routes } = definition;
const found = type === "setState" ? [{}] : definitionsOf(definition, type);
const isOpen = [{ content: root }, ...Object.values(routes)].some(({ feature, content }) => feature || content?.kind === "panes");
const isKept = ({ navigates, do: steps = [] }) => !(navigates ?? !isHarmless(steps));
return !isOpen && ifGone === undefined && found.length > 0 && found.every(isKept);
}
function isHarmless(steps) {
if (Array.isArray(steps))
return steps.every(isHarmless);
const step = steps;
if ("if" in step)
return isHarmless(step.then ?? []) && isHarmless(step.else ?? []);
return !("type" in step) && !("restart" in step);
}
