// Tabs (WAI-ARIA tabs pattern): one panel at a time, arrows between them.

import { h } from "./dom.js"

/** `items`: `[{ name, label, panel }]`; `onChoose(name)` hears what the user chose. */
export function tabs(label, items, onChoose) {
  const buttons = new Map(items.map(({ name, label: text }, index) => [name, h("button", {
    role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
    onClick: () => onChoose(name), onKeydown: event => move(event, index),
  }, text)]))
  const panels = new Map(items.map(({ name, panel }) =>
    [name, h("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, class: `panel panel-${name}`, tabindex: -1 }, panel)]))

  function move(event, index) {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1 + items.length, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const { name } = items[to % items.length]
    onChoose(name)
    buttons.get(name).focus()
  }

  return {
    element: h("div", { class: "tabs" }, h("div", { role: "tablist", "aria-label": label }, [...buttons.values()]), [...panels.values()]),
    select(chosen) {
      for (const { name } of items) {
        buttons.get(name).setAttribute("aria-selected", String(name === chosen))
        buttons.get(name).tabIndex = name === chosen ? 0 : -1
        panels.get(name).hidden = name !== chosen
      }
    },
    focus(name) { buttons.get(name).focus() },
  }
}
