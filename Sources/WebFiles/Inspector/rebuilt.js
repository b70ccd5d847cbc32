// Replaces the content of an element. Elements with the same `data-key` keep the focus, and are still expanded.

import { replace } from "./dom.js"

export function rebuild(element, ...children) {
  const active = element.contains(document.activeElement) ? document.activeElement : null
  const { selectionStart, selectionEnd } = active ?? {}
  const expanded = new Set([...element.querySelectorAll("details[open]")].map(({ dataset }) => dataset.key))
  replace(element, ...children)
  for (const details of element.querySelectorAll("details")) details.open ||= expanded.has(details.dataset.key)
  if (!active) return
  const same = element.querySelector(`[data-key="${CSS.escape(active.dataset.key)}"]`)
  // If the focused element is gone, the first element with a key gets the focus.
  const next = same ?? element.querySelector("[data-key]")
  next?.focus({ preventScroll: true })
  if (same && typeof selectionStart === "number") same.setSelectionRange(selectionStart, selectionEnd)
}
