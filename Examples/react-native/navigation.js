// Applies the steps of each change of a session to React Navigation (README.md).
import { CommonActions, DrawerActions, StackActions, TabActions } from "@react-navigation/native"

const keyOf = ({ key, id }) => key ?? id
const paramsOf = (screen, style) => (
  { ...screen.params, screenKey: keyOf(screen), containerId: screen.content?.id, style })
const screensOf = ({ screens, presented }) => [...screens, ...presented.map(({ screen }) => screen)]

/** A container as a state of React Navigation. */
export function stateOf(container) {
  const styles = [...container.screens.map(() => undefined), ...container.presented.map(({ style }) => style)]
  const routes = screensOf(container).map((screen, index) => ({
    key: keyOf(screen), name: screen.route, params: paramsOf(screen, styles[index]),
    ...(screen.content ? { state: stateOf(screen.content) } : {}),
  }))
  return { routes, index: container.presented.length > 0 ? routes.length - 1 : container.selected }
}

/** The params of a new route. The navigator in it begins with `state`. */
const mounted = (screen, style) => (
  { ...paramsOf(screen, style), ...(screen.content ? { state: stateOf(screen.content) } : {}) })

/** The navigator of a container: the root, or the one in the route that holds the container. */
function navigatorOf(state, container) {
  if (container === "root") return state
  for (const { params, state: inner } of state?.routes ?? []) {
    const found = params?.containerId === container ? inner : navigatorOf(inner, container)
    if (found) return found
  }
}

/** The actions for a step; undefined if React Navigation has none. */
function actionsOf(root, step, keys) {
  const state = step.container ? navigatorOf(root, step.container) : root
  if (!state || step.with || step.to !== undefined) return undefined
  const to = action => ({ ...action, target: state.key })
  const source = keys.get(step.id) ?? step.id
  const from = (action, route = state.routes.find(({ params }) => params?.screenKey === source)) =>
    route && [{ ...to(action), source: route.key }]
  const sheets = state.routes.filter(({ params }) => params?.style).length
  const isOnTop = step.index === (step.step === "present" ? sheets : state.routes.length)
  const isStack = state.type === "stack"
  switch (step.step) {
    case "push":
    case "present":
      return isStack && isOnTop ? [to(StackActions.push(step.screen.route, mounted(step.screen, step.style)))] : undefined
    case "pop":
    case "dismiss":
      return isStack && state.routes.length > 1 && step.id !== state.routes[0].params?.screenKey
        ? from(StackActions.pop()) : undefined
    case "select": {
      const { name, params } = state.routes[step.index]
      const drawer = step.open ? DrawerActions.openDrawer() : DrawerActions.closeDrawer()
      return [to(TabActions.jumpTo(name, params)), ...(state.type === "drawer" ? [to(drawer)] : [])]
    }
    case "replace":
      if (step.screen) return isStack ? from(StackActions.replace(step.screen.route, mounted(step.screen))) : undefined
      return step.params ? paramsChange(root, source, step.params) : []
  }
}

function paramsChange(state, key, params) {
  for (const route of state?.routes ?? []) {
    if (route.params?.screenKey === key) return [{ ...CommonActions.setParams(params), source: route.key }]
    const inner = paramsChange(route.state, key, params)
    if (inner) return inner
  }
}

function* removed(container, state) {
  for (const screen of screensOf(container)) {
    const route = state.routes.find(({ params }) => params?.screenKey === keyOf(screen))
    if (!route && state.type === "stack") yield screen.id
    else if (screen.content && route?.state) yield* removed(screen.content, route.state)
  }
}

/** Keeps the reference of a `NavigationContainer` in step with a session. Returns a function that ends it. */
export function bindNavigation(ref, nav) {
  const keys = new Map()
  const remember = container => screensOf(container).forEach(screen => {
    keys.set(screen.id, keyOf(screen))
    if (screen.content) remember(screen.content)
  })
  const reset = () => ref.resetRoot(stateOf(nav.navigation))
  const apply = steps => {
    for (const step of steps) {
      const actions = actionsOf(ref.getRootState(), step, keys)
      if (!actions) return reset()
      actions.forEach(action => ref.dispatch(action))
    }
  }
  const follow = nav.subscribe(({ steps }) => {
    apply(steps)
    remember(nav.navigation)
  })
  // The session still has the screens that the user has removed by a gesture.
  const report = () => [...removed(nav.navigation, ref.getRootState())].forEach(id => nav.reportRemoved(id))
  remember(nav.navigation)
  reset()
  const end = ref.addListener("state", report)
  return () => { follow(); end() }
}
