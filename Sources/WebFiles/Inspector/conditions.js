// The conditions in an app's definition, and the values that they read in a session.

import { definitions } from "./definitions.js"
import { h } from "./dom.js"
import { brief } from "./json-text.js"

const listOf = one => [one ?? []].flat()

/** Returns the conditions in a route's `guard`. `edgesOf` returns those in `to` of the previous screen's route. */
const guardsOf = (routes, route) => listOf(routes?.[route]?.guard)

const edgesOf = (routes, from, route) => listOf(routes?.[from]?.to).filter(to => to.route === route && to.when)

/**
 * Returns the conditions of an action: `{ by, action, guards, edges }`. The last three are lists of
 * `{ when, message?, scope }`. `scope` has the values of the variables. `by` is the only role that can send the action.
 */
export function conditionsOf(action, { actions, routes }, session) {
  const { type, source, target, route, params = {}, ...args } = action
  const { current } = session
  const screens = screensIn(session.navigation)
  const acting = screens.findLast(({ id, route }) => source === undefined
    ? current.path.includes(route) && routes?.[route]?.actions?.[type] : id === source) ?? current
  const own = routes?.[acting.route]?.actions?.[type] ?? actions?.[type]
  const { id, key, labels = {}, revision } = session
  const shared = { data: session.data, session: { id, key, labels, revision }, path: current.path }
  const of = screen => ({ ...shared, state: screen.state, params: screen.params, screen })
  const scoped = (conditions, scope) => listOf(conditions).filter(one => one?.when).map(one => ({ ...one, scope }))
  return {
    by: own?.by,
    action: scoped(own, { ...of(acting), args: { ...args, ...route !== undefined && { route } } }),
    guards: scoped(guardsOf(routes, route), { ...shared, params }),
    edges: scoped(edgesOf(routes, current.route, route), of(current)),
  }
}

const codes = {
  "condition-not-met": "action", guarded: "guards", "destination-not-allowed": "edges",
}

/** Returns the conditions for which the server refuses an item of `GET S/available`, except those in its reason. */
export function failedConditions({ action, code, reason, screen }, app, session) {
  if (!app || !codes[code]) return []
  const found = conditionsOf({ source: screen, ...action }, app, session)[codes[code]].filter(({ when }) => !reason.includes(when))
  const exact = found.filter(({ message }) => message === reason)
  return exact.length > 0 ? exact : found
}

function screensIn({ screens, presented }) {
  return [...screens, ...presented.map(layer => layer.screen)]
    .flatMap(screen => [screen, ...screen.content ? screensIn(screen.content) : []])
}

/** Renders a condition and the values that it reads. */
export const conditionView = ({ when, scope }) =>
  h("div.condition", h("code", `if ${when}`), definitions(readsOf(when).map(name => {
    const value = name.split(".").reduce((at, member) => at?.[member], scope)
    return [name, value === undefined ? "absent" : brief(value)]
  })))

/** Returns the variables and members that an expression reads. Ignores strings and the names of methods. */
function readsOf(when) {
  const code = when.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "''")
  const names = code.matchAll(/(?<![\w.])(?:data|state|params|args|screen|session|path)\b(?:\.[A-Za-z_]\w*)*(?!\w)\(?/g)
  return [...new Set([...names].map(([name]) => name.endsWith("(") ? name.slice(0, name.lastIndexOf(".")) : name))]
    .filter(Boolean)
}
