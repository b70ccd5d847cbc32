// The screens of the app `colors`: one color, and the ways to each.

import { h, svg } from "./dom.js"

const colors = ["red", "green", "blue"]

export function colorsScreen(screen, controls) {
  if (!colors.includes(screen.route)) return null
  return [
    svg("svg", { class: "color", viewBox: "0 0 100 60", preserveAspectRatio: "none", role: "img", "aria-label": screen.route },
      svg("rect", { width: 100, height: 60, fill: screen.route })),
    h("div", { class: "row" }, colors.map(color => controls.button(`to-${color}`, color, { type: "transition", to: color }, {
      "aria-label": `Go to ${color}`,
    }))),
  ]
}
