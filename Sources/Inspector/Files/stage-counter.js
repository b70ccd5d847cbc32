// The screens of the app `counter`: a number, and a way on to another that starts where it stands.

import { h } from "./dom.js"

export function counterScreen(screen, controls) {
  if (!Number.isFinite(screen.state?.count)) return null
  const { count } = screen.state
  return [
    counting(screen, controls, { count, less: { type: "decrement" }, more: { type: "increment" } }),
    controls.button(`push-${screen.id}`, `Go on from ${count}`, { type: "push" }, { class: "wide" }),
  ]
}

/** A number between the two buttons that change it. */
export function counting(screen, controls, { count, less, more }) {
  return h("div", { class: "counting" },
    controls.button(`less-${screen.id}`, "−", less, { "aria-label": "Less", class: "round" }),
    h("output", { "aria-label": "Count" }, count),
    controls.button(`more-${screen.id}`, "+", more, { "aria-label": "More", class: "round" }))
}
