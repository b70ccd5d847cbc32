import { isEqual } from "../equality.js";
import { focused, focusPath, innermost, ownScreens } from "../tree.js";
import { Context } from "./context.js";
import { Refusal, refuse } from "./definition.js";
import { goBackInParams, keepFormerParams } from "./former.js";
import { visitsAfter, visitsOf, visitsWithout } from "./history.js";
import { reduceList, reduceSwitch } from "./list.js";
import { checkParams, checkPart, fullParams, identity } from "./params.js";
import { reducePresented } from "./presentation.js";
import { reduceStack } from "./stack.js";
export function perform(draft, action) {
checkDestination(draft, action);
switch (action.type) {
case "dismiss": return action.id === undefined ? offer(draft, action) : dismiss(draft, action);
case "dismissAll": return dismissAll(draft, action);
case "remove": return action.reported && !draft.screen(action.id) ? undefined : remove(draft, action);
case "setParams":
case "replaceParams":
case "pushParams": return setParams(draft, action);
default: return offer(draft, action);
}
}
function checkDestination({ rules }, { route: name, params, merge, type }) {
if (name === undefined)
return;
const route = rules.route(name);
const isMerged = merge && (type === "navigate" || type === "popTo");
const isKept = params === undefined && (type === "popTo" || type === "select");
if (isMerged)
checkPart(route, params ?? {});
else if (!isKept)
fullParams(rules, route, params);
}
function named(draft, { source, target }) {
if (source !== undefined) {
const holder = draft.holder(source) ?? refuse(true);
return target === undefined || target === holder.id ? holder : refuse(true);
}
if (target === undefined)
return undefined;
return hasContainer(draft, target) ? draft.container(target) : refuse(true);
}
const hasContainer = (draft, id) => draft.root.id === id || draft.holderOfContent(id) !== undefined;
function offer(draft, action) {
const container = named(draft, action);
if (container) {
return reduce(new Context(draft, container.id, action.source, true), action);
}
const path = focusPath(draft.root);
const drawer = path.find(({ open, presented }) => open && presented.length === 0);
if (action.type === "goBack" && drawer)
return draft.focus(drawer.id, { open: false });
const isTaken = path.reverse().some(({ id }) => takes(new Context(draft, id, undefined, false), action));
if (!isTaken)
refuse(true);
}
function takes(context, action) {
try {
reduce(context, action);
return true;
}
catch (error) {
if (error instanceof Refusal && !error.isFinal)
return false;
throw error;
}
}
const coverable = ["push", "pop", "popTo", "popToRoot", "replace", "insert"];
function reduce(context, action) {
if (goBackInParams(context, action))
return;
if (coverable.includes(action.type))
context.checkUncovered();
if (reducePresented(context, action))
return;
const { kind } = context.container;
const reducer = kind === "stack" ? reduceStack : kind === "switch" ? reduceSwitch : reduceList;
reducer(context, action);
if (action.type === "navigate")
bringToFront(context.draft, context.id);
}
function dismiss(draft, { id, source, target }) {
const container = draft.holder(id) ?? refuse(true);
const index = container.presented.findIndex(({ screen }) => screen.id === id);
if (index < 0 || (source === undefined && target !== undefined && target !== container.id))
refuse(true);
draft.dismiss(container.id, index);
}
function dismissAll(draft, action) {
const container = named(draft, action);
if (container)
return container.presented.length > 0 ? draft.dismiss(container.id, 0) : refuse(true);
const covered = () => focusPath(draft.root).find(({ presented }) => presented.length > 0);
for (let next = covered() ?? refuse(true); next; next = covered())
draft.dismiss(next.id, 0);
}
function remove(draft, action) {
const { id } = action;
const target = named(draft, action);
if (target && !ownScreens(target).some(screen => screen.id === id))
refuse(true);
const holder = draft.holder(id) ?? refuse(true);
const presented = holder.presented.findIndex(({ screen }) => screen.id === id);
if (presented >= 0)
return draft.dismissOne(holder.id, presented);
if (holder.screens.length === 1)
refuse(true);
const index = holder.screens.findIndex(screen => screen.id === id);
draft.remove(holder.id, index);
if (holder.kind !== "stack")
refocus(draft, holder, index);
}
function refocus(draft, { id, selected, screens: former }, index) {
const container = draft.container(id);
const { screens } = container;
const definition = draft.definition(id);
const visits = visitsWithout(definition, visitsOf(container), former[index].id, screens);
const previous = screens.findIndex(screen => screen.id === visits[visits.length - 1]?.id);
const next = previous >= 0 ? previous : Math.min(index, screens.length - 1);
const corrected = { ...container, selected: index < selected ? selected - 1 : index === selected ? next : selected };
const after = visitsAfter(draft.rules, definition, corrected, screens, visits);
draft.focus(id, { selected: corrected.selected, visits: after });
}
function setParams(draft, action) {
const { source, params, type } = action;
const container = named(draft, action);
const id = container ? source ?? focused(container).id : focused(innermost(draft.root)).id;
const holder = draft.holder(id) ?? refuse(true);
const screen = draft.screen(id);
const full = type === "replaceParams" ? params : { ...screen.params, ...params };
const route = draft.rules.route(screen.route);
checkParams(route, full);
const context = new Context(draft, holder.id, source, false);
if (!isEqual(identity(route, full), identity(route, screen.params))) {
context.checkUnique(screen.route, full, other => other !== id);
}
draft.setParams(screen, full);
if (type === "pushParams" && !isEqual(screen.params, full))
keepFormerParams(draft, screen);
draft.renewLastVisit(holder.id, id);
}
function bringToFront(draft, id) {
for (let inner = draft.holderOfContent(id); inner; inner = draft.holderOfContent(id)) {
const outer = draft.holder(inner.id);
const { id: screen } = inner;
const index = outer.screens.findIndex(other => other.id === screen);
if (index < 0)
draft.dismiss(outer.id, outer.presented.findIndex(item => item.screen.id === screen) + 1);
else
bringScreenToFront(draft, outer, index);
id = outer.id;
}
}
function bringScreenToFront(draft, container, index) {
const { id, kind } = container;
draft.dismiss(id, 0);
if (kind === "stack")
draft.removeRange(id, index + 1);
else
draft.select(id, index);
if (kind === "drawer")
draft.focus(id, { open: false });
}
