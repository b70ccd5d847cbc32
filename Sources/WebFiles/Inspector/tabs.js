// Tabs (WAI-ARIA tabs pattern): one panel is shown at a time, and the arrow keys move between the tabs.

import { h } from "./dom.js"

/** Returns tabs for `items`, which are `[name, panel]`. Calls `onChoose(name)` when the user selects a tab. */
export function tabs(label, items, onChoose) {
  const names = items.map(([name]) => name)
  const buttons = names.map((name, index) => h("button", {
    role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
    onClick: () => onChoose(name), onKeydown: event => move(event, index),
  }, name[0].toUpperCase() + name.slice(1)))
  const panels = items.map(([name, panel]) =>
    h(`div.panel.panel-${name}`, { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` }, panel))

  function move(event, index) {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const name = names.at(to % names.length)
    onChoose(name)
    focus(name)
  }

  const focus = name => buttons[names.indexOf(name)].focus()

  let shown = null

  return {
    element: h("div.stacked.tabs", h("div", { role: "tablist", "aria-label": label }, buttons), panels),
    focus,
    select(chosen) {
      names.forEach((name, index) => {
        buttons[index].ariaSelected = name === chosen
        buttons[index].tabIndex = name === chosen ? 0 : -1
        panels[index].hidden = name !== chosen
      })
      if (chosen === shown) return
      shown = chosen
      // A narrow page has no space for all tabs.
      buttons[names.indexOf(chosen)].scrollIntoView({ block: "nearest", inline: "nearest" })
    },
  }
}
