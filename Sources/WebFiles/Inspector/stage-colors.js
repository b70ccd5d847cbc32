// The screens of the app `colors`: one color, and a button for each color.

import { h, svg } from "./dom.js"

const colors = ["red", "green", "blue"]

export const colorsScreen = ({ route }, controls) => colors.includes(route) && [
  svg("svg", { class: "color", role: "img", "aria-label": route },
    svg("rect", { width: "100%", height: "100%", fill: route })),
  h("div.row", colors.map(to => controls.button(`to-${to}`, to, { type: "transition", to }, {
    "aria-label": `Go to ${to}`, like: { type: "switchTo", route: to, target: "root" },
  }))),
]
