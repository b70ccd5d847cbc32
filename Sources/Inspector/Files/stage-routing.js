// The screens of the app `routing`: a text, and the ways on in the flow.

import { h } from "./dom.js"

const ways = [
  ["openFirst", "Open first"], ["openSecond", "Open second"], ["openModal", "Open modal"], ["finish", "Finish"],
]

export function routingScreen(screen, controls) {
  const write = text => ({ type: "screen", id: screen.id, action: { type: "edit", text } })
  return [
    h("label", { class: "labelled" }, h("span", {}, "Text"),
      controls.text(`text-${screen.id}`, `Text of ${screen.route} ${screen.id}`, screen.state?.text ?? "", write)),
    h("div", { class: "column" }, ways.map(([type, label]) => controls.button(`${type}-${screen.id}`, label, { type }))),
  ]
}
