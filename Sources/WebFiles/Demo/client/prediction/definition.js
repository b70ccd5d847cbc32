/** A refusal by the server. If it is not final, the containers around may accept the action. */
export class Refusal {
    constructor(isFinal) {
        this.isFinal = isFinal;
    }
}
/** The definition alone does not decide. */
export class Undecided {
}
export const refuse = (isFinal) => { throw new Refusal(isFinal); };
export const undecided = () => { throw new Undecided(); };
const styles = ["sheet", "fullScreen", "popover", "alert", "confirmationDialog"];
/** The lookups in a definition. */
export class Rules {
    constructor(definition, maxTreeDepth) {
        this.definition = definition;
        this.maxTreeDepth = maxTreeDepth;
        this.routeNames = Object.keys(definition.routes);
        this.recordsOpeners = Object.values(definition.routes).some(({ onResult }) => Object.keys(onResult ?? {}).length > 0);
    }
    get root() { return this.definition.root; }
    /** The route of that name; the action is refused if there is none. */
    route(name) {
        return Object.prototype.hasOwnProperty.call(this.definition.routes, name)
            ? this.definition.routes[name] : refuse(true);
    }
    /** The definition of a container, by the route of the screen that holds it. */
    container(holder) {
        return holder === undefined ? this.definition.root : this.route(holder).content ?? undecided();
    }
    takes(container, route) {
        return !container.routes || container.routes.includes(route);
    }
    /** The routes with which a container begins. */
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
    initialParams({ params = {}, initialParams = {} }) {
        const defaults = Object.entries(params).flatMap(([name, type]) => typeof type === "object" && type.default !== undefined ? [[name, type.default]] : []);
        return { ...Object.fromEntries(defaults), ...initialParams };
    }
    /** JavaScript does not keep the order of names that are numbers. */
    allRoutes() {
        return this.routeNames.some(name => /^\d+$/.test(name)) ? undecided() : this.routeNames;
    }
}
export const hasHistory = ({ kind }) => kind === "tabs" || kind === "drawer";
