// Keyboard shortcuts. They apply only outside of fields, and can be turned off (WCAG 2.1.4).

import { views } from "./address.js"
import { dialog } from "./dialog.js"
import { h } from "./dom.js"
import { remembered } from "./storage.js"

const memory = remembered("shortcuts", { on: true })

/** Binds the keys to the functions in `actions`. Returns a function that shows the shortcuts. */
export function shortcuts(actions) {
  let { on } = memory.read()
  const keys = [
    ["?", "These shortcuts", show],
    ["/", "Search", actions.search],
    ["n", "New session", actions.newSession],
    ["[", "A revision back", () => actions.step(-1)],
    ["]", "A revision forward", () => actions.step(1)],
    ["p", "Play, pause", actions.play],
    ["0", "Back to now", actions.now],
    ["u", "Undo", actions.undo],
    ["r", "Redo", actions.redo],
    ...views.map((view, index) => [String(index + 1), `View: ${view}`, () => actions.view(view)]),
  ]

  addEventListener("keydown", event => {
    if (!on || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.target.closest("input:not([type=range]), textarea, select, dialog[open], [contenteditable]")) return
    const found = keys.find(([key]) => key === event.key)
    if (!found) return
    event.preventDefault()
    found[2]()
  })

  function show() {
    return dialog("Keyboard", () => [
      h("table.keys", h("tbody", keys.map(([key, what]) =>
        h("tr", h("th", { scope: "row" }, h("kbd", key)), h("td", what))))),
      h("p.muted", "Log and tree: arrows, Home, End, Page up and down; Enter shows a revision or opens a branch."),
      h("label.row", h("input", { type: "checkbox", checked: on, onChange: event => {
        on = event.target.checked
        memory.write({ on })
      } }), "Take these keys"),
    ])
  }
  return show
}
