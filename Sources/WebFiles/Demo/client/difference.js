import { isEqual } from "./equality.js";
import { applyStep } from "./plan.js";
import { ownScreens } from "./tree.js";
export function difference(before, after) {
if (before === after)
return [];
if (before.id !== after.id)
return [{ step: "replace", container: before.id, with: after }];
return [...listSteps(before, after), ...presentedSteps(before, after), ...screenSteps(before, after)];
}
function listSteps(before, after) {
const steps = [];
const container = after.id;
let list = before;
const take = (step) => {
steps.push(step);
list = applyStep(list, step);
};
for (let index = before.screens.length - 1; index >= 0; index--) {
const { id } = before.screens[index];
if (!hasTwin(before.screens[index], after.screens))
take({ step: "pop", container, index, id });
}
after.screens.forEach((screen, index) => {
if (list.screens[index]?.id === screen.id)
return;
const from = list.screens.findIndex(other => other.id === screen.id);
if (from >= 0)
take({ step: "select", container, index: from, to: index });
else
take({ step: "push", container, index, screen });
});
const { index, ...focus } = focusOf(after);
if (!isEqual(focusOf(list), focusOf(after)))
take({ step: "select", container, index, ...focus });
return steps;
}
const focusOf = ({ selected: index, history, historyParams, open, visits }) => ({ index, history, historyParams, open, visits });
const hasTwin = (screen, others) => others.some(other => other.id === screen.id && other.route === screen.route && !other.content === !screen.content);
function presentedSteps(before, after) {
const isSame = ({ style, screen }, other) => style === other?.style && hasTwin(screen, [other.screen]);
const first = before.presented.findIndex((item, index) => !isSame(item, after.presented[index]));
const start = first < 0 ? before.presented.length : first;
const container = after.id;
const dismissed = before.presented.map((item, index) => ({
step: "dismiss", container, index, id: item.screen.id,
}));
const presented = after.presented.map((item, index) => ({ step: "present", container, index, ...item }));
return [...dismissed.slice(start).reverse(), ...presented.slice(start)];
}
function screenSteps(before, after) {
return ownScreens(after).flatMap(screen => {
const former = ownScreens(before).find(other => other.id === screen.id);
return former && former !== screen && hasTwin(former, [screen]) ? changes(former, screen) : [];
});
}
function changes(former, screen) {
const { id, params, formerParams, state, intent } = screen;
const steps = [];
if (!isEqual(former.params, params))
steps.push({ step: "replace", id, params });
if (!isEqual(former.formerParams, formerParams))
steps.push({ step: "replace", id, formerParams: formerParams ?? [] });
if (!isEqual(former.state, state))
steps.push({ step: "replace", id, state });
if (!isEqual(former.intent, intent))
steps.push({ step: "replace", id, intent: intent ?? null });
return screen.content ? [...steps, ...difference(former.content, screen.content)] : steps;
}
