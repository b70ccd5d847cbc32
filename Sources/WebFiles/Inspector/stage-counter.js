// The screens of the app `counter`: a number, and a button that opens another screen with the same number.

import { h } from "./dom.js"

export function counterScreen({ id, state }, controls) {
  return Number.isFinite(state?.count) && [
    counting(id, controls, state.count, ""),
    controls.button(`push-${id}`, `Go on from ${state.count}`, { type: "push" }),
  ]
}

/** Renders a number between the two buttons that change it. The types of their actions begin with `prefix`. */
export const counting = (id, controls, count, prefix) => h("div.counting",
  controls.button(`less-${id}`, "−", { type: `${prefix}decrement` }, { "aria-label": "Less", class: "round" }),
  h("output", { "aria-label": "Count" }, count),
  controls.button(`more-${id}`, "+", { type: `${prefix}increment` }, { "aria-label": "More", class: "round" }))
