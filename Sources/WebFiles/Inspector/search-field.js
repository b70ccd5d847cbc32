// A search field.

import { h } from "./dom.js"

/** Returns a search field that calls `onInput(text)` after each change. */
export const searchField = (label, onInput, props) => h("input", {
  type: "search", placeholder: label, "aria-label": label, onInput: event => onInput(event.target.value), ...props,
})
