// A list that has elements only for its visible rows, so that its cost does not depend on its length. The list itself
// keeps the focus, and names its active row (`aria-activedescendant`).

import { h } from "./dom.js"

/** The number of rows beyond each edge, so that a quick scroll shows no gap. */
const margin = 8
let lists = 0

/**
 * Returns a list. `role` and `rowRole` are WAI-ARIA roles. `fill(element, index)` renders a row. `onSelect(index)` is
 * called after a click or a move. `onKey(event, index)` gets each key first, and returns whether it handled the key.
 */
export function virtualList({ label, role, rowRole, rowHeight, fill, onSelect = () => {}, onKey }) {
  const name = `rows-${++lists}`
  const space = h("div.virtual-space", { role: "presentation" })
  const listeners = { onScroll: () => schedule(), onKeydown: keydown, onClick: click }
  const element = h("div.virtual", { role, tabindex: 0, "aria-label": label, ...listeners }, space)
  const rows = new Map()
  let count = 0
  let active = -1
  let isScheduled = false
  new ResizeObserver(() => schedule()).observe(element)

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(() => { isScheduled = false; draw(false) })
  }

  function draw(anew) {
    const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - margin)
    const last = Math.min(count, Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + margin)
    for (const [index, row] of rows) {
      if (index >= first && index < last) continue
      row.remove()
      rows.delete(index)
    }
    for (let index = first; index < last; index += 1) {
      const isNew = !rows.has(index)
      if (isNew) rows.set(index, make(index))
      const row = rows.get(index)
      row.ariaSelected = index === active
      if (isNew || anew) fill(row, index)
    }
    // Only an existing row can be named.
    if (rows.has(active)) element.setAttribute("aria-activedescendant", `${name}-${active}`)
    else element.removeAttribute("aria-activedescendant")
  }

  function make(index) {
    const style = { height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }
    const row = h("div.row.virtual-row", { id: `${name}-${index}`, role: rowRole, dataset: { index }, style })
    space.append(row)
    return row
  }

  function reveal(index) {
    const top = index * rowHeight
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, top + rowHeight - element.clientHeight))
  }

  function select(index) {
    active = Math.min(count - 1, index)
    // Before the scroll, since the listener can reduce the height of the list.
    if (active >= 0) onSelect(active)
    reveal(active)
    draw(false)
  }

  function keydown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor(element.clientHeight / rowHeight) - 1)
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count }[event.key]
    if (onKey(event, active)) event.preventDefault()
    else if (by !== undefined) {
      select(Math.max(0, active + by))
      event.preventDefault()
    }
  }

  function click(event) {
    const row = event.target.closest(".virtual-row")
    if (row) select(Number(row.dataset.index))
  }

  return {
    element, select, reveal,
    get active() { return active },
    get atEnd() { return element.scrollTop + element.clientHeight >= (count - 1) * rowHeight },
    /** Renders all visible rows again, with other rows or other contents. */
    update(newCount, newActive = active) {
      count = newCount
      active = Math.min(newActive, count - 1)
      space.style.height = `${count * rowHeight}px`
      draw(true)
    },
    scrollToEnd() { element.scrollTop = count * rowHeight },
  }
}
