// Replaces what an element holds, and keeps the focus where it was: on the element with the same `data-key`.

import { replace } from "./dom.js"

export function rebuild(element, ...children) {
  const active = element.contains(document.activeElement) ? document.activeElement : null
  const { selectionStart, selectionEnd } = active ?? {}
  replace(element, ...children)
  if (!active) return
  const same = element.querySelector(`[data-key="${CSS.escape(active.dataset.key)}"]`)
  // What had the focus is gone: the keyboard goes on from the top of the same part, not from the page's.
  const next = same ?? element.querySelector("[data-key]")
  next?.focus({ preventScroll: true })
  if (same && typeof selectionStart === "number") same.setSelectionRange(selectionStart, selectionEnd)
}
