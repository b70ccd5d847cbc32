import { has } from "../equality.js";
import { ownScreens } from "../tree.js";
import { undecided } from "./definition.js";
export function checkHooks({ routes }, draft, action) {
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
const allScreens = (container) => ownScreens(container).flatMap(withContent);
export function keepsNavigation({ actions, routes }, { type }) {
const own = [actions?.[type], ...Object.values(routes).map(route => route.actions?.[type])];
const found = own.filter((logic) => logic !== undefined);
const hasFeature = Object.values(routes).some(({ feature }) => feature !== undefined);
return !hasFeature && found.length > 0 && found.every(({ navigates, do: steps = [] }) => !(navigates ?? !isHarmless(steps)));
}
function isHarmless(steps) {
if (Array.isArray(steps))
return steps.every(isHarmless);
const step = steps;
if ("if" in step)
return isHarmless(step.then ?? []) && isHarmless(step.else ?? []);
return !("type" in step) && !("restart" in step);
}
