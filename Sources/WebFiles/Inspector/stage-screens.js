// Selects the renderer for the screens of an app. The screens of other apps show their params and state unchanged.

import { definitions } from "./definitions.js"
import { h } from "./dom.js"
import { colorsScreen } from "./stage-colors.js"
import { counterScreen } from "./stage-counter.js"
import { listScreen } from "./stage-list.js"
import { routingScreen } from "./stage-routing.js"
import { tabsScreen, tabsTheme } from "./stage-tabs.js"

const apps = new Map(Object.entries({
  colors: colorsScreen, counter: counterScreen, list: listScreen, routing: routingScreen, tabs: tabsScreen,
}))

/** Returns a function of `(screen, controls)` that renders the screens of the session's app. */
export function drawScreenOf(session) {
  const own = apps.get(session.app)
  return (screen, controls) => own?.(screen, controls, session) || plainScreen(screen)
}

/** Returns the color scheme of the session's app: `system`, `light` or `dark`. */
export const themeOf = session => session.app === "tabs" ? tabsTheme(session) : "system"

function plainScreen({ params, state }) {
  const parts = [...fields("Params", params), ...fields("State", state)]
  return parts.length > 0 ? parts : h("p.muted", "No params or state.")
}

/** Renders the members of an object, or nothing if there are none. */
export function fields(title, value) {
  const entries = Object.entries(typeof value === "object" ? value ?? {} : { value })
  const text = one => typeof one === "string" ? one : JSON.stringify(one, null, 1)
  return entries.length === 0 ? [] : [h("h3", title), definitions(entries.map(([name, one]) => [name, text(one)]))]
}
