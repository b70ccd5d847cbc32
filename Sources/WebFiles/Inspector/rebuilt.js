// Replaces what an element holds, and keeps the focus where it was: on the element with the same `data-key`.

import { replace } from "./dom.js"

export function rebuild(element, ...children) {
  const active = element.contains(document.activeElement) ? document.activeElement : null
  const { selectionStart, selectionEnd } = active ?? {}
  replace(element, ...children)
  if (!active) return
  const same = element.querySelector(`[data-key="${CSS.escape(active.dataset.key)}"]`)
  // The focused element is gone: move the focus to the start of this part.
  const next = same ?? element.querySelector("[data-key]")
  next?.focus({ preventScroll: true })
  if (same && typeof selectionStart === "number") same.setSelectionRange(selectionStart, selectionEnd)
}
