// The screens of the app `list`: rows with a count each, and the count of a row, which loads for a second.

import { h } from "./dom.js"
import { counting } from "./stage-counter.js"

export function listScreen(screen, controls) {
  if (screen.route === "list") return rows(screen, controls)
  return screen.route === "counter" ? rowCount(screen, controls) : null
}

function rows({ state: { rows, selection } }, controls) {
  return h("ul", { class: "rows" }, rows.map(({ id, count }) => h("li", {},
    controls.button(`row-${id}`, [h("span", {}, `Row ${id}`), h("b", {}, count)], { type: "setNavigation", selection: id }, {
      "aria-label": `Row ${id}, ${count}`, "aria-current": id === selection ? "true" : null,
    }))))
}

function rowCount(screen, controls) {
  const { state } = screen
  return [
    h("p", {}, `Row ${screen.params.row ?? ""}`),
    state
      ? counting(screen, controls, { count: state.count, less: { type: "decrement" }, more: { type: "increment" } })
      : h("p", { class: "loading", role: "status" }, h("progress", { "aria-label": "Loading" }), "Loading…"),
    controls.button(`list-${screen.id}`, "Back to the list", { type: "setNavigation", selection: null }, { class: "wide" }),
  ]
}
