export class Refusal {
constructor(isFinal) {
this.isFinal = isFinal;
}
}
export class Undecided {
}
export const refuse = (isFinal) => { throw new Refusal(isFinal); };
export const undecided = () => { throw new Undecided(); };
const styles = ["sheet", "fullScreen", "popover", "alert", "confirmationDialog"];
export function initialParams({ params = {}, initialParams = {} }) {
const defaults = Object.entries(params).flatMap(([name, type]) => typeof type === "object" && type.default !== undefined ? [[name, type.default]] : []);
return { ...Object.fromEntries(defaults), ...initialParams };
}
export class Rules {
constructor(definition, maxTreeDepth) {
this.definition = definition;
this.maxTreeDepth = maxTreeDepth;
this.initialParams = initialParams;
this.routeNames = Object.keys(definition.routes);
const routes = Object.values(definition.routes);
this.recordsOpeners = routes.some(({ onResult = {} }) => Object.keys(onResult).length > 0);
}
get root() { return this.definition.root; }
route(name) {
return Object.prototype.hasOwnProperty.call(this.definition.routes, name)
? this.definition.routes[name] : refuse(true);
}
container(holder) {
return holder === undefined ? this.definition.root : this.route(holder).content ?? undecided();
}
isStateClosed(route) {
return !!route.feature || [this.definition, route].some(({ clients }) => clients?.setState === false);
}
takes(container, route) {
return !container.routes || container.routes.includes(route);
}
startingRoutes(container) {
const hasOne = container.kind === "stack" || container.kind === "switch";
return hasOne ? [this.initial(container)] : container.routes ?? this.allRoutes();
}
initial(container) {
return container.initial ?? (container.routes ?? this.allRoutes())[0];
}
style(route) {
return styles.includes(route.as ?? "") ? route.as : "sheet";
}
allRoutes() {
return this.routeNames.some(name => /^\d+$/.test(name)) ? undecided() : this.routeNames;
}
}
export const hasHistory = ({ kind }) => kind === "tabs" || kind === "drawer";
