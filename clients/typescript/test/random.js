/** Random apps, and actions that mostly apply to their trees. The same seed gives the same apps and actions. */
const containers = ["stack", "stack", "stack", "tabs", "tabs", "drawer", "drawer", "pages", "panes", "switch"]
const leaves = ["a", "b", "c", "d", "e"]
const behaviors = ["firstRoute", "initialRoute", "order", "history", "fullHistory", "fullHistory", "none"]
const weights = {
  push: 6, goBack: 6, navigate: 6, select: 8, pop: 3, popTo: 4, present: 2, setParams: 2, setState: 2, pushParams: 3, replaceParams: 1, replace: 1,
  switchTo: 1, popToRoot: 1, dismissAll: 1, insert: 1, remove: 1, dismiss: 1, openDrawer: 2, closeDrawer: 1,
  toggleDrawer: 1, selectNext: 0.5, selectPrevious: 0.5, selectFirst: 0.2, selectLast: 0.2, route: 1, reset: 0.5,
}
/** The kinds of containers that accept an action. All kinds accept an action that is not listed. */
const kinds = {
  ...Object.fromEntries(["push", "pop", "popTo", "popToRoot", "replace", "insert"].map(type => [type, ["stack"]])),
  ...Object.fromEntries(
    ["selectNext", "selectPrevious", "selectFirst", "selectLast"].map(type => [type, ["tabs", "pages", "panes"]])),
  ...Object.fromEntries(["openDrawer", "closeDrawer", "toggleDrawer"].map(type => [type, ["drawer"]])),
  navigate: ["stack", "tabs", "drawer", "panes"], select: ["tabs", "drawer", "pages", "panes", "switch"], switchTo: ["switch"],
}
const routed = ["push", "navigate", "select", "popTo", "present", "replace", "switchTo", "insert", "route"]

export class Random {
  constructor(seed) { this.state = seed >>> 0 }

  /** A number from 0 to 1, by the generator mulberry32. */
  number() {
    let value = (this.state = (this.state + 0x6d2b79f5) >>> 0)
    value = Math.imul(value ^ (value >>> 15), value | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }

  chance(share) { return this.number() < share }
  integer(from, to) { return from + Math.floor(this.number() * (to - from + 1)) }
  choice(items) { return items[this.integer(0, items.length - 1)] }
  some(share, members) { return this.chance(share) ? members : {} }

  sample(items, count) {
    const rest = [...items]
    return Array.from({ length: count }, () => rest.splice(this.integer(0, rest.length - 1), 1)[0])
  }

  weighted(shares) {
    let rest = this.number() * Object.values(shares).reduce((sum, share) => sum + share)
    return Object.keys(shares).find(name => (rest -= shares[name]) <= 0) ?? "push"
  }
}

/** Random definitions with nested containers of any kind. Some have guards, hooks, results and conditions. */
export class RandomApp extends Random {
  app(name) {
    const routes = Object.fromEntries(leaves.map(leaf => [leaf, this.leaf()]))
    routes.y = { ...this.leaf(), content: this.container(leaves) }
    routes.x = { ...this.leaf(), content: this.container([...leaves, "y"]) }
    routes.s = { as: "sheet", path: "/s", content: this.container([...leaves, "y"], "stack") }
    if (this.chance(0.3)) this.addLogic(routes)
    const root = { ...this.container([...leaves, "x", "y"]), ...this.some(1 / 3, { backBehavior: "chronological" }) }
    return { app: name, version: 1, root, routes }
  }

  container(names, given) {
    const kind = given ?? this.choice(containers)
    const routes = this.sample(names, this.integer(2, names.length))
    const hasHistory = kind === "tabs" || kind === "drawer"
    return {
      kind, routes, ...this.some(0.5, { initial: this.choice(routes) }),
      ...this.some(hasHistory ? 6 / 7 : 0, { backBehavior: this.choice(behaviors) }),
      ...this.some(kind === "stack" ? 0 : 0.5, { reselect: this.choice(["none", "popToRoot", "output"]) }),
      ...this.some(kind === "drawer" ? 2 / 3 : 0, { open: true }),
    }
  }

  leaf() {
    const initial = this.some(1 / 3, { initialParams: this.choice([{ n: 0 }, { id: 1 }]) })
    const limited = this.choice(["integer?", { type: "integer", minimum: 0, maximum: 1, default: 1 }])
    const identity = this.some(2 / 3, {
      identity: this.choice(["id", "id", true]),
      ...this.some(3 / 4, { onDuplicate: this.choice(["moveToTop", "popTo", "ignore", "refuse", "allow"]) }),
    })
    return {
      ...initial, ...this.some(1 / 3, { params: { id: "integer?", n: limited } }), ...identity,
      ...this.some(1 / 6, { to: this.sample([...leaves, "x", "y", "s"], this.integer(0, 5)) }),
      ...this.some(1 / 8, { as: this.choice(["sheet", "popover"]) }), ...this.some(1 / 4, { state: { count: 1 } }),
    }
  }

  addLogic(routes) {
    const emit = { emit: "seen" }
    routes[this.choice(leaves)].onResult = { "*": emit }
    const part = this.choice([
      { guard: { when: "params.size() < 2" } }, { onEnter: emit }, { onLeave: emit },
      { leave: { when: "false", message: "Stay?" } }, { to: [{ route: "a", when: "path.size() > 1" }, "b", "c"] },
    ])
    Object.assign(routes[this.choice(leaves)], part)
  }

  params() {
    return {
      ...this.some(3 / 4, { id: this.integer(1, 3) }), ...this.some(1 / 3, { n: this.integer(0, 2) }),
      ...this.some(1 / 25, { [this.choice(["n", "unknown"])]: "no integer" }),
    }
  }

  /** A patch of a state: members that are set, merged or removed, and sometimes no object. */
  patch(depth = 0) {
    if (this.chance(depth / 2 || 1 / 20)) return this.choice([1, "text", [{ a: null }], null])
    const members = this.sample(["count", "a", "b"], this.integer(0, 2)).map(name => [name, this.patch(depth + 1)])
    return Object.fromEntries(members)
  }

  /** An action for a tree, sometimes with a target or a source. */
  action(app, root) {
    const containers = containersOf(root)
    const path = focusPath(root)
    const ids = containers.flatMap(({ container }) => own(container)).map(({ id }) => id)
    const action = this.bareAction(app, this.choice(path), ids)
    if (action.type !== "route") {
      const targets = [...containers.map(({ container }) => container.id), "none"]
      Object.assign(action, this.some(1 / 10, { target: this.choice(targets) }))
    }
    const hasNoSource = ["remove", "dismiss", "reset", "insert", "route"].includes(action.type)
    return hasNoSource ? action : { ...action, ...this.some(1 / 8, { source: this.choice(ids) }) }
  }

  bareAction(app, { container, route }, ids) {
    const type = this.weighted(Object.fromEntries(Object.entries(weights).map(([type, weight]) =>
      [type, (kinds[type] ?? [container.kind]).includes(container.kind) ? weight : weight / 20])))
    const definition = route === undefined ? app.root : app.routes[route].content
    const here = container.screens.map(({ id }) => id)
    const options = {
      pop: { count: this.integer(1, 3) }, popTo: { merge: true }, navigate: { merge: this.chance(0.5), pop: true },
      present: { style: "alert", mode: this.choice(["stack", "replace"]) }, selectNext: { circular: true },
      dismiss: this.chance(0.5) ? { count: 2 } : { id: this.choice(ids) }, goBack: { result: 1 },
    }
    const action = { type, ...this.some(0.5, options[type] ?? {}) }
    if (type === "remove") action.id = this.choice(ids)
    if (type === "remove") Object.assign(action, this.some(0.3, { id: "a999", reported: true }))
    if (type === "insert") action.index = this.integer(0, 3)
    if (type.endsWith("Params")) action.params = this.params()
    if (type === "setState") action.state = this.patch()
    if (type === "reset") action.navigation = { kind: container.kind, screens: [{ route: definition.routes[0] }] }
    const isNamed = (type === "select" || type === "popTo") && this.chance(0.5)
    if (isNamed) {
      Object.assign(action, this.choice([{ id: this.choice([...here, "none"]) }, { index: this.integer(0, 3) }]))
      return { ...action, ...this.some(0.5, { params: this.params() }) }
    }
    if (!routed.includes(type)) return action
    const ifAbsent = this.choice(["refuse", "replace", "push"])
    if (type === "popTo") Object.assign(action, this.some(0.5, { ifAbsent }))
    return { ...action, ...this.destination(app, container, type, definition.routes) }
  }

  destination(app, container, type, routes) {
    const names = type === "present" || type === "route" ? Object.keys(app.routes) : routes
    const twin = this.choice(own(container))
    if (names.includes(twin.route) && this.chance(0.25)) {
      return { route: twin.route, params: { ...this.params(), ...twin.params } }
    }
    const route = this.chance(0.05) ? this.choice([...Object.keys(app.routes), "none"]) : this.choice(names)
    return { route, ...this.some(2 / 3, { params: this.params() }) }
  }
}

const own = ({ screens, presented }) => [...screens, ...presented.map(({ screen }) => screen)]

/** All containers, each with the route of the screen that holds it. */
function containersOf(container, route) {
  const inner = own(container).flatMap(screen => (screen.content ? containersOf(screen.content, screen.route) : []))
  return [{ container, route }, ...inner]
}

function focusPath(container, route) {
  const { screens, presented, selected } = container
  const { content, route: holder } = presented.length > 0 ? presented[presented.length - 1].screen : screens[selected]
  return [{ container, route }, ...(content ? focusPath(content, holder) : [])]
}
