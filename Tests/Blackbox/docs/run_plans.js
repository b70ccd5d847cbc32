import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { complete, reduce } from "@react-navigation/native"
import { bindNavigation, stateOf } from "./navigation.js"

const [created, ...receipts] = JSON.parse(readFileSync("plans.json"))
let state, listener, changed, resets = 0
const reported = []
const nav = {
  navigation: created.navigation,
  subscribe: call => { listener = call; return () => {} },
  reportRemoved: id => reported.push(id),
}
const ref = {
  getRootState: () => state,
  resetRoot: next => { resets++; state = complete(next) },
  dispatch: action => {
    state = reduce(state, action)
    assert(state, `no navigator takes ${JSON.stringify(action)}`)
  },
  addListener: (_, call) => { changed = call; return () => {} },
}
/** The routes and params, without keys and types. */
const shown = ({ index, routes }) => ({
  index, routes: routes.map(({ name, params, state }) => [name, JSON.stringify(params), state ? shown(state) : null]),
})

bindNavigation(ref, nav)
for (const { plan, session } of receipts) {
  nav.navigation = session.navigation
  listener({ steps: plan })
  assert.deepEqual(shown(state), shown(stateOf(nav.navigation)))
  changed()
}
assert.deepEqual(reported, [])
// The user removes the first screen.
state = { ...state, routes: state.routes.slice(1), index: state.routes.length - 2 }
changed()
assert.deepEqual(reported, [nav.navigation.screens[0].id])
console.log(JSON.stringify({ compared: receipts.length, resets }))
