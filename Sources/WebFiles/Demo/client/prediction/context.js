import { isEqual } from "../equality.js";
import { focused, innermost, ownScreens, selectedIndex } from "../tree.js";
import { refuse, undecided } from "./definition.js";
import { identity, reachedParams } from "./params.js";
export class Context {
constructor(draft, id, source, isMeant) {
this.draft = draft;
this.id = id;
this.source = source;
this.isMeant = isMeant;
}
get container() { return this.draft.container(this.id); }
get rules() { return this.draft.rules; }
actingIndex() {
if (!this.source)
return selectedIndex(this.container);
const index = this.container.screens.findIndex(({ id }) => id === this.source);
return index >= 0 ? index : refuse(false);
}
checkUncovered() {
if (!this.isMeant && this.container.presented.length > 0)
refuse(true);
}
destination(name) {
if (!this.rules.takes(this.draft.definition(this.id), name))
refuse(false);
return this.rules.route(name);
}
origin() {
if (this.source)
return this.draft.screen(this.source) ?? undecided();
return this.isMeant ? focused(this.container) : focused(innermost(this.draft.root));
}
checkMayOpen(name) {
const { to } = this.rules.route(this.origin().route);
if (!to)
return;
const item = to.find(item => (typeof item === "string" ? item : item.route) === name) ?? refuse(true);
if (typeof item === "object" && item.when !== undefined)
undecided();
}
checkOpens(name) {
this.destination(name);
this.checkMayOpen(name);
}
replace(index, name, params) {
this.checkOpens(name);
this.replaceScreen(index, name, params);
}
replaceScreen(index, name, params) {
const former = this.container.screens[index].id;
const screen = this.makeScreen(name, params, id => id !== former);
this.draft.remove(this.id, index);
this.draft.insert(screen, this.id, index);
}
makeScreen(name, params, isStaying = () => true) {
const screen = this.draft.makeScreen(name, params);
const origin = this.source ? this.origin() : focused(innermost(this.draft.root));
const opener = isStaying(origin.id) ? origin.id : origin.opener;
this.checkUnique(name, screen.params, isStaying);
return this.rules.recordsOpeners && opener ? { ...screen, opener } : screen;
}
twin(name, params, isStaying = () => true) {
const route = this.rules.route(name);
const wanted = identity(route, params);
if (wanted === undefined)
return undefined;
const isSame = (screen) => screen.route === name && isEqual(identity(route, screen.params), wanted) && isStaying(screen.id);
const { screens } = this.container;
return [...screens].reverse().find(isSame) ?? ownScreens(this.container).reverse().find(isSame);
}
checkUnique(name, params, isStaying) {
if (!this.allowsTwins(name) && this.twin(name, params, isStaying))
refuse(true);
}
isTaken(name, params, screen) {
return !this.allowsTwins(name) && this.twin(name, params, id => id !== screen) !== undefined;
}
allowsTwins(name) { return this.rules.route(name).onDuplicate === "allow"; }
reached(screen, params, merge) {
return reachedParams(this.rules, screen, params, merge);
}
setParams(screen, params, isStaying = () => true) {
if (this.isOther(screen, params)) {
this.checkUnique(screen.route, params, id => id !== screen.id && isStaying(id));
}
this.draft.setParams(screen, params);
}
isOther(screen, params) {
const route = this.rules.route(screen.route);
return !isEqual(identity(route, params), identity(route, screen.params));
}
}
