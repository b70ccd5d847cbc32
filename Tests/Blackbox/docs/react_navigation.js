// The action creators of React Navigation that Examples/react-native/README.md uses, and a model of its stack and tab routers.
const creator = type => (...args) => ({ type, args })
export const StackActions = { push: creator("push"), pop: creator("pop"), replace: creator("replace") }
export const TabActions = { jumpTo: creator("jumpTo") }
export const CommonActions = { setParams: creator("setParams") }
export const DrawerActions = { openDrawer: creator("openDrawer"), closeDrawer: creator("closeDrawer") }

let last = 0
const nested = state => (state ? { state: complete(state, "tab") } : {})
const named = ([name, { state, ...params }]) => ({ key: `${name}-${++last}`, name, params, ...nested(state) })

/** A state as the router completes it: with a key and a type. A navigator inside the root has tabs. */
export const complete = (state, type = "stack") => ({
  ...state, key: `navigator-${++last}`, type, routes: state.routes.map(route => ({ ...route, ...nested(route.state) })),
})

const changed = (routes, index, route) => routes.map((other, at) => (at === index ? route : other))
const withRoutes = (state, routes) => ({ ...state, routes, index: routes.length - 1 })

/** The state after an action, or undefined if no navigator takes it. */
export function reduce(state, action) {
  const { routes } = state
  const index = action.source ? routes.findIndex(({ key }) => key === action.source) : state.index
  if (action.type === "setParams" && index >= 0) {
    const params = { ...routes[index].params, ...action.args[0] }
    return { ...state, routes: changed(routes, index, { ...routes[index], params }) }
  }
  if (action.target === state.key) return reduceOwn(state, action, index)
  for (const [at, route] of routes.entries()) {
    const inner = route.state && reduce(route.state, action)
    if (inner) return { ...state, routes: changed(routes, at, { ...route, state: inner }) }
  }
}

function reduceOwn(state, { type, args }, index) {
  const { routes } = state
  if (type === "push") return withRoutes(state, [...routes, named(args)])
  if (type === "pop") return index > 0 ? withRoutes(state, routes.filter((_, at) => at !== index)) : undefined
  if (type === "replace") return { ...state, routes: changed(routes, index, named(args)) }
  if (type === "jumpTo") return { ...state, index: routes.findIndex(({ name }) => name === args[0]) }
}
