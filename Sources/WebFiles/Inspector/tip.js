// The tooltip of the element that has the pointer or the focus. The page has one tooltip, in the top layer.

import { definitions } from "./definitions.js"
import { h, replace } from "./dom.js"

const tip = h("div", { id: "tip", role: "tooltip", popover: "manual" })

addEventListener("keydown", event => { if (event.key === "Escape") hideTip() })

/** Shows `rows`, pairs of a name and a text, while `element` has the pointer or keyboard focus. Returns `element`. */
export function describe(element, rows) {
  const show = () => showTip(element, rows)
  element.addEventListener("pointerenter", show)
  element.addEventListener("focus", () => { if (element.matches(":focus-visible")) show() })
  element.addEventListener("pointerleave", hideTip)
  element.addEventListener("blur", hideTip)
  return element
}

export function hideTip() {
  document.querySelector("[aria-describedby=tip]")?.removeAttribute("aria-describedby")
  tip.remove()
}

function showTip(element, rows) {
  hideTip()
  if (!element.hasAttribute("aria-describedby")) element.setAttribute("aria-describedby", "tip")
  replace(tip, definitions(rows))
  document.body.append(tip)
  tip.showPopover()
  // The tooltip is below the element, or above it if there is no space.
  const { left, top, bottom } = element.getBoundingClientRect()
  const below = bottom + 6
  tip.style.left = `${Math.max(8, Math.min(left, innerWidth - tip.offsetWidth - 8))}px`
  tip.style.top = `${Math.max(8, below + tip.offsetHeight < innerHeight ? below : top - tip.offsetHeight - 6)}px`
}
