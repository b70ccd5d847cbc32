// Replaces the content of an element, and keeps the focus on the element with the same `data-key`.

import { replace } from "./dom.js"

export function rebuild(element, ...children) {
  const active = element.contains(document.activeElement) ? document.activeElement : null
  const { selectionStart, selectionEnd } = active ?? {}
  replace(element, ...children)
  if (!active) return
  const same = element.querySelector(`[data-key="${CSS.escape(active.dataset.key)}"]`)
  // If the focused element is gone, the first element with a key gets the focus.
  const next = same ?? element.querySelector("[data-key]")
  next?.focus({ preventScroll: true })
  if (same && typeof selectionStart === "number") same.setSelectionRange(selectionStart, selectionEnd)
}
