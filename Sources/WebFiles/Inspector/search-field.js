// A field to search with.

import { h } from "./dom.js"

/** `onInput(text)` hears each change. */
export const searchField = (label, onInput, props) => h("input", {
  type: "search", placeholder: label, "aria-label": label, onInput: event => onInput(event.target.value), ...props,
})
