// A list of which only the visible rows are elements: ten thousand cost what forty do. Focus stays on the list, which
// names its active row (WAI-ARIA `aria-activedescendant`).

import { h } from "./dom.js"

/** Rows beyond the edges, so that a quick scroll shows no gap. */
const margin = 8
let lists = 0

/**
 * `role` and `rowRole` are WAI-ARIA roles. `fill(element, index)` draws a row anew. `onSelect(index)` hears of a
 * click or a move; `onKey(event, index)` may take a key first, and says whether it did.
 */
export function virtualList({ label, role, rowRole, rowHeight, fill, onSelect = () => {}, onKey = () => false }) {
  const name = `rows-${++lists}`
  const space = h("div", { class: "virtual-space", role: "presentation" })
  const element = h("div", {
    class: "virtual", role, tabindex: 0, "aria-label": label,
    onScroll: () => schedule(), onKeydown: event => keydown(event), onClick: event => click(event),
  }, space)
  const rows = new Map()
  let count = 0
  let active = -1
  let scheduled = false
  new ResizeObserver(() => schedule()).observe(element)

  function schedule() {
    if (scheduled) return
    scheduled = true
    requestAnimationFrame(() => { scheduled = false; draw(false) })
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
      const known = rows.get(index)
      if (known && !anew) continue
      const row = known ?? h("div", { class: "virtual-row", id: `${name}-${index}`, dataset: { index } })
      if (!known) Object.assign(row.style, { height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` })
      row.setAttribute("role", rowRole)
      row.setAttribute("aria-selected", String(index === active))
      fill(row, index)
      if (!known) { rows.set(index, row); space.append(row) }
    }
    // Only a row that is there can be named.
    if (rows.has(active)) element.setAttribute("aria-activedescendant", `${name}-${active}`)
    else element.removeAttribute("aria-activedescendant")
  }

  function reveal(index) {
    const top = index * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight
  }

  /** `tell`: as the user does it, whom the list follows. */
  function select(index, { tell = true } = {}) {
    active = Math.min(count - 1, Math.max(-1, index))
    if (tell && active >= 0) reveal(active)
    draw(true)
    if (tell && active >= 0) onSelect(active)
  }

  const page = () => Math.max(1, Math.floor(element.clientHeight / rowHeight) - 1)
  const moves = {
    ArrowDown: () => active + 1, ArrowUp: () => Math.max(0, active - 1), Home: () => 0, End: () => count - 1,
    PageDown: () => active + page(), PageUp: () => Math.max(0, active - page()),
  }

  function keydown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (!onKey(event, active)) {
      const move = moves[event.key]
      if (!move) return
      select(move())
    }
    event.preventDefault()
    event.stopPropagation()
  }

  function click(event) {
    const row = event.target.closest(".virtual-row")
    if (row) select(Number(row.dataset.index))
  }

  return {
    element,
    get active() { return active },
    get atEnd() { return element.scrollTop + element.clientHeight >= count * rowHeight - rowHeight },
    select,
    reveal,
    /** Draws all anew, for other rows or other contents. */
    update(newCount) {
      count = newCount
      active = Math.min(active, count - 1)
      space.style.height = `${count * rowHeight}px`
      draw(true)
    },
    scrollToEnd() { element.scrollTop = count * rowHeight },
  }
}
