// Shows the conditions of the composed action, and the values that they read in the shown session.

import { conditionsOf, conditionView } from "./conditions.js"
import { h, replace } from "./dom.js"

export function conditionsPanel() {
  const element = h("div.compose-conditions", { role: "group", "aria-label": "Conditions" })
  let drawn = []

  function update(action, { app, shown }) {
    const now = [action, app, shown]
    if (now.every((one, index) => one === drawn[index])) return
    drawn = now
    const { by, ...found } = app && shown ? conditionsOf(action, app, shown) : {}
    const rows = [found.action, found.guards, found.edges].flatMap(list => list ?? [])
    element.hidden = !by && rows.length === 0
    replace(element, h("h3", "Conditions"), by && h("p.muted", `Only a ${by} may send it.`), rows.map(conditionView))
  }

  return { element, update }
}
