// A drawing that buttons and Ctrl with the wheel zoom, and that dragging and the arrow keys move.

import { h, replace } from "./dom.js"

const least = 0.1
const most = 3
/** A narrow page, as in style.css, shows a drawing whole at first: nothing tells there that it goes on. */
const narrow = matchMedia("(max-width: 760px)")

/**
 * Returns `{ element, buttons, show(svg), center(part) }`. The drawing fits its frame until it is zoomed.
 *
 * @param smallest the lower limit of the scale that fits, which keeps the text readable on a page that is not narrow
 */
export function zoomed(label, smallest = 0.45) {
  const element = h("div.zoomed", { tabindex: 0, role: "region", "aria-label": label })
  let drawing = null
  let [width, height, scale, isFit] = [0, 0, 1, true]
  const button = (name, sign, onClick) => h("button.icon", { "aria-label": name, title: name, onClick }, sign)
  const buttons = [
    button("Zoom out", "−", () => zoom(scale / 1.25)), button("Zoom in", "+", () => zoom(scale * 1.25)),
    h("button", { onClick: fit }, "Fit"),
  ]

  function apply(wanted) {
    scale = Math.max(least, Math.min(most, wanted))
    drawing?.setAttribute("width", width * scale)
    drawing?.setAttribute("height", height * scale)
  }

  function fit() {
    isFit = true
    const wanted = Math.min(1, element.clientWidth / width, element.clientHeight / height)
    const limit = narrow.matches ? least : smallest
    if (drawing && element.clientWidth > 0) apply(Math.max(limit, wanted * 0.99))
  }

  /** Zooms around a point of the frame, by default its middle. */
  function zoom(wanted, x = element.clientWidth / 2, y = element.clientHeight / 2) {
    isFit = false
    const [left, top, former] = [element.scrollLeft + x, element.scrollTop + y, scale]
    apply(wanted)
    element.scrollTo(left * scale / former - x, top * scale / former - y)
  }

  element.addEventListener("wheel", event => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const { left, top } = element.getBoundingClientRect()
    zoom(scale * Math.exp(-event.deltaY / 300), event.clientX - left, event.clientY - top)
  }, { passive: false })
  element.addEventListener("pointermove", event => {
    if (event.buttons === 1 && event.pointerType === "mouse") element.scrollBy(-event.movementX, -event.movementY)
  })
  new ResizeObserver(() => { if (isFit) fit() }).observe(element)

  return {
    element, buttons,
    show(svg) {
      drawing = svg
      ;[, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number)
      replace(element, svg)
      if (isFit) fit()
      else apply(scale)
    },
    /** Scrolls the frame, not the page, to an element of the drawing. */
    center(part) {
      const [frame, box] = [element, part].map(one => one.getBoundingClientRect())
      element.scrollBy(box.left - frame.left - (frame.width - box.width) / 2, box.top - frame.top - (frame.height - box.height) / 2)
    },
  }
}
