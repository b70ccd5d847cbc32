import { isEqual } from "../equality.js";
import { applyStep } from "../plan.js";
import { selectedIndex } from "../tree.js";
import { undecided } from "./definition.js";
import { allScreens, findContainer, findScreen, holderOf } from "./find.js";
import { focusOf, forgettingParams, lastVisit, visitsAfter, visitsOf } from "./history.js";
import { fullParams } from "./params.js";
export class Draft {
constructor(rules, root, makeID) {
this.rules = rules;
this.root = root;
this.makeID = makeID;
this.steps = [];
this.entering = [];
this.leaving = [];
}
container(id) { return findContainer(this.root, id) ?? undecided(); }
definition(id) {
return this.rules.container(this.holderOfContent(id)?.route);
}
holderOfContent(id) {
return allScreens(this.root).find(({ content }) => content?.id === id);
}
holder(screen) { return holderOf(this.root, screen); }
screen(id) { return findScreen(this.root, id); }
insert(screen, container, index) {
this.entering.push(screen);
const last = this.steps[this.steps.length - 1];
const isReplaced = last?.step === "pop" && last.container === container && last.index === index;
this.root = applyStep(this.root, { step: "push", container, index, screen });
if (isReplaced)
this.steps[this.steps.length - 1] = { step: "replace", container, index, id: last.id, screen };
else
this.steps.push({ step: "push", container, index, screen });
}
remove(container, index) {
const screen = this.container(container).screens[index];
this.leaving.push(screen);
this.take({ step: "pop", container, index, id: screen.id });
}
removeRange(container, first, last = this.container(container).screens.length - 1) {
for (let index = last; index >= first; index--)
this.remove(container, index);
}
move(container, index, to) {
this.take({ step: "select", container, index, to });
}
present(screen, style, container) {
this.entering.push(screen);
this.take({ step: "present", container, index: this.container(container).presented.length, style, screen });
}
dismiss(container, first) {
const { presented } = this.container(container);
for (let index = presented.length - 1; index >= first; index--)
this.dismissOne(container, index);
}
dismissOne(container, index) {
const { screen } = this.container(container).presented[index];
this.leaving.push(screen);
this.take({ step: "dismiss", container, index, id: screen.id });
}
setParams({ id, params: former }, params) {
if (!isEqual(former, params))
this.take({ step: "replace", id, params });
}
setState({ id, state: former }, state) {
if (!isEqual(former, state))
this.take({ step: "replace", id, state });
}
setFormerParams(id, formerParams) {
this.take({ step: "replace", id, formerParams });
}
renewLastVisit(container, screen) {
const visits = visitsOf(this.container(container));
const { params } = visits[lastVisit(visits, screen)] ?? {};
if (params && !isEqual(params, this.screen(screen).params)) {
this.focus(container, { visits: forgettingParams(visits, screen) });
}
}
focus(id, change) {
const container = this.container(id);
const { selected, open } = { ...container, ...change };
const visits = change.visits ?? visitsOf(container);
const isSame = selected === container.selected && open === container.open && isEqual(visits, visitsOf(container));
if (isSame || container.kind === "stack")
return;
this.take({ step: "select", container: id, index: selected, ...focusOf(visits), open: open ?? false });
}
select(id, index, former = visitsOf(this.container(id)), screens) {
const container = { ...this.container(id), selected: index };
const visits = visitsAfter(this.rules, this.definition(id), container, screens ?? container.screens, former);
this.focus(id, { selected: index, visits });
}
setVisits(visits) {
const { id, history, historyParams, open } = this.root;
if (isEqual(visits, this.root.visits))
return;
const focus = { ...(history ? { history } : {}), ...(historyParams ? { historyParams } : {}), open: open ?? false };
this.take({ step: "select", container: id, index: selectedIndex(this.root), ...focus, visits });
}
makeScreen(name, given) {
const route = this.rules.route(name);
if (route.feature)
undecided();
const params = fullParams(this.rules, route, given);
const id = this.makeID();
const screen = { id, key: id, route: name, params, state: route.state ?? {} };
return route.content ? { ...screen, content: this.makeContainer(route.content, 0) } : screen;
}
makeContainer(definition, depth) {
if (depth > 20)
undecided();
const { kind } = definition;
const id = this.makeID();
const screens = this.rules.startingRoutes(definition).map(name => this.makeScreen(name, undefined));
const initial = screens.findIndex(({ route }) => route === this.rules.initial(definition));
const container = { id, kind, selected: Math.max(initial, 0), screens, presented: [] };
if (kind === "drawer")
container.open = definition.open ?? false;
if (kind !== "tabs" && kind !== "drawer")
return container;
return { ...container, ...focusOf(visitsAfter(this.rules, definition, container, screens, [])) };
}
take(step) {
this.root = applyStep(this.root, step);
this.steps.push(step);
}
}
