// The screens of the app `list`: rows with a count each, and the count of one row, which takes a second to load.

import { h } from "./dom.js"
import { counting } from "./stage-counter.js"

const select = selection => ({ type: "setNavigation", selection })

export function listScreen({ id, route, params, state }, controls) {
  if (route === "list") return rows(state, controls)
  return route === "counter" && [
    h("p", `Row ${params.row}`),
    state ? counting(id, controls, state.count, "")
      : h("p.row", { role: "status" }, h("progress", { "aria-label": "Loading" }), "Loading…"),
    controls.button(`list-${id}`, "Back to the list", select(null)),
  ]
}

const rows = ({ rows, selection }, controls) => h("ul.rows", rows.map(({ id, count }) => h("li",
  controls.button(`row-${id}`, [`Row ${id}`, h("b", count)], select(id), {
    "aria-label": `Row ${id}, ${count}`, "aria-current": id === selection ? "true" : null,
  }))))
