export class NavigationActions {
constructor() {
this.actions = new Proxy({}, {
get: (_, type) => (args, options) => this.send({ ...args, ...options, type }),
});
}
push(route, ...[params, options]) {
return this.send({ type: "push", route, params, ...options });
}
replace(route, ...[params, options]) {
return this.send({ type: "replace", route, params, ...options });
}
switchTo(route, ...[params, options]) {
return this.send({ type: "switchTo", route, params, ...options });
}
present(route, ...[params, options]) {
return this.send({ type: "present", route, params, ...options });
}
navigate(route, params, options) {
return this.send({ type: "navigate", route, params, ...options });
}
select(match, params, options) {
return this.send({ type: "select", ...matching(match), params, ...options });
}
popTo(match, params, options) {
return this.send({ type: "popTo", ...matching(match), params, ...options });
}
pop(options) { return this.send({ type: "pop", ...options }); }
popToRoot(options) { return this.send({ type: "popToRoot", ...options }); }
dismiss(options) { return this.send({ type: "dismiss", ...options }); }
goBack(options) { return this.send({ type: "goBack", ...options }); }
back(options) { return this.goBack(options); }
setParams(params, options) {
return this.send({ type: "setParams", params, ...options });
}
pushParams(params, options) {
return this.send({ type: "pushParams", params, ...options });
}
setState(state, options) { return this.send({ type: "setState", state, ...options }); }
open(url, policy) { return this.send({ type: "route", url, policy }); }
reportRemoved(id) { return this.send({ type: "remove", id, reported: true }); }
}
const matching = (match) => (typeof match === "string" ? { route: match } : match);
