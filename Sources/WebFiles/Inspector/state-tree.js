// A JSON value as a tree that pointer and keys expand and collapse (WAI-ARIA tree pattern). Search matches are marked.

import { h, replace } from "./dom.js"
import { brief, marked, pointer } from "./json-text.js"
import { virtualList } from "./virtual-list.js"

/** Branches above this depth are expanded initially, so that the screens are visible. */
const openDepth = 4

const isBranch = value => value !== null && typeof value === "object" && Object.keys(value).length > 0

export function stateTree() {
  /** The branches that the user expanded (true) or collapsed (false), by JSON Pointer. */
  const chosen = new Map()
  let value = null
  let wanted = ""
  let rows = []
  const list = virtualList({ label: "State", role: "tree", rowRole: "treeitem", rowHeight: 23, fill, onKey: key })
  list.element.addEventListener("click", event => { if (event.target.closest(".twist")) toggle(list.active) })
  list.element.addEventListener("dblclick", () => toggle(list.active))

  const has = text => wanted !== "" && text.toLowerCase().includes(wanted)
  const isHit = ({ name, member, branch }) => has(name) || (!branch && has(brief(member, Infinity)))
  /** Returns whether a value contains a search match. */
  const holds = node => isBranch(node)
    ? Object.entries(node).some(([name, member]) => has(name) || holds(member)) : has(brief(node, Infinity))

  function flatten(node, parent, depth) {
    const entries = Object.entries(node)
    return entries.flatMap(([name, member], index) => {
      const place = pointer(parent, name)
      const branch = isBranch(member)
      const open = branch && (chosen.get(place) ?? (depth < openDepth || holds(member)))
      const row = { name, member, place, depth, branch, open, index, of: entries.length, inList: Array.isArray(node) }
      return open ? [row, ...flatten(member, place, depth + 1)] : [row]
    })
  }

  function draw() {
    rows = isBranch(value) ? flatten(value, "", 1) : []
    list.update(rows.length)
  }

  function fill(element, row) {
    const { name, member, depth, branch, open, index, of, inList } = rows[row]
    const ariaExpanded = branch ? open : null
    Object.assign(element, { ariaLevel: depth, ariaPosInSet: index + 1, ariaSetSize: of, ariaExpanded })
    element.style.paddingInlineStart = `${(depth - 1) * 16 + 4}px`
    replace(element,
      h("span.twist", { "aria-hidden": true }, branch && (open ? "▾" : "▸")),
      h(inList ? "span.key.index" : "span.key", marked(name, wanted)),
      branch ? h("span.value.muted", !open && summary(member))
        : h(`span.value.${typeof member}`, marked(brief(member, 400), wanted)))
  }

  function toggle(index, open = !rows[index]?.open) {
    const row = rows[index]
    if (!row?.branch || row.open === open) return false
    chosen.set(row.place, open)
    draw()
    return true
  }

  /** Handles a key. Right expands a branch, then moves into it. Left collapses a branch, then moves to its parent. */
  function key(event, index) {
    if (index < 0) return false
    const { depth, open } = rows[index]
    if (event.key === "ArrowRight") return toggle(index, true) || (open && go(index + 1))
    const parent = () => rows.findLastIndex((row, above) => above < index && row.depth < depth)
    if (event.key === "ArrowLeft") return toggle(index, false) || go(parent())
    return (event.key === "Enter" || event.key === " ") && (toggle(index) || true)
  }

  function go(index) {
    if (index >= 0) list.select(index)
    return true
  }

  return {
    element: list.element,
    update(newValue, search) {
      if (newValue === value && search === wanted) return
      // A new search expands its matches, even if the user collapsed them before.
      if (search !== wanted && search !== "") chosen.clear()
      value = newValue
      wanted = search
      draw()
    },
    get hits() { return rows.filter(isHit).length },
    /** Selects the next row with a search match. The search field keeps the focus. */
    next() {
      const after = rows.findIndex((row, index) => index > list.active && isHit(row))
      go(after < 0 ? rows.findIndex(isHit) : after)
    },
  }
}

/** Summarizes a collapsed branch. The summary of a screen is its route. */
const summary = member =>
  Array.isArray(member) ? `${member.length} in it` : member.route ?? member.kind ?? brief(member, 60)
