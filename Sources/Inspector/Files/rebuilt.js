// Replaces what an element holds, and keeps the focus where it was: on the element with the same `data-key`.

import { replace } from "./dom.js"

export function rebuild(element, ...children) {
  const active = element.contains(document.activeElement) ? document.activeElement : null
  const key = active?.dataset.key
  const selection = active && "selectionStart" in active ? [active.selectionStart, active.selectionEnd] : null
  const opened = new Set([...element.querySelectorAll("details[open][data-key]")].map(one => one.dataset.key))
  replace(element, ...children)
  for (const details of element.querySelectorAll("details[data-key]")) {
    if (opened.has(details.dataset.key)) details.open = true
  }
  if (!active) return
  const same = key && element.querySelector(`[data-key="${CSS.escape(key)}"]`)
  // What had the focus is gone: the keyboard goes on from the top of the same part, not from the page's.
  const next = same || element.querySelector("[data-key]")
  next?.focus({ preventScroll: true })
  if (same && selection?.[0] != null) same.setSelectionRange(...selection)
}
