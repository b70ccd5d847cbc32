// What stands beside whatever has the pointer or the focus: the page has one such tip, in the top layer.

import { h, replace } from "./dom.js"

const tip = h("div", { id: "tip", role: "tooltip", popover: "manual" })

addEventListener("keydown", event => { if (event.key === "Escape") hideTip() })

/** Shows `rows`, pairs of a name and a text, while `element` has the pointer or the keyboard's focus. → `element` */
export function describe(element, rows) {
  const show = () => showTip(element, rows)
  const showForKeyboard = () => { if (element.matches(":focus-visible")) show() }
  element.addEventListener("pointerenter", show)
  element.addEventListener("focus", showForKeyboard)
  element.addEventListener("pointerleave", hideTip)
  element.addEventListener("blur", hideTip)
  return element
}

export function hideTip() {
  document.querySelector("[aria-describedby~=tip]")?.removeAttribute("aria-describedby")
  if (tip.matches(":popover-open")) tip.hidePopover()
}

function showTip(element, rows) {
  hideTip()
  if (!tip.isConnected) document.body.append(tip)
  replace(tip, h("dl", {}, rows.map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text)))))
  if (!element.hasAttribute("aria-describedby")) element.setAttribute("aria-describedby", tip.id)
  tip.showPopover()
  place(element.getBoundingClientRect())
}

/** Below what it describes, or above where there is no room. */
function place(beside) {
  const { offsetWidth: width, offsetHeight: height } = tip
  const below = beside.bottom + 6
  const top = below + height < innerHeight ? below : beside.top - height - 6
  tip.style.left = `${Math.max(8, Math.min(beside.left, innerWidth - width - 8))}px`
  tip.style.top = `${Math.max(8, top)}px`
}
