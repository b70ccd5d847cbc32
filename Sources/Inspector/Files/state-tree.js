// A JSON value as a tree to open and close with pointer or keys (WAI-ARIA tree pattern), with what is searched marked.

import { h, replace } from "./dom.js"
import { brief, marked, pointer } from "./json-text.js"
import { virtualList } from "./virtual-list.js"

/** Open from the start: what shows where the user is. */
const openDepth = 4

const isBranch = value => value !== null && typeof value === "object" && Object.keys(value).length > 0

export function stateTree() {
  /** Pointers that were opened or closed by hand. */
  const chosen = new Map()
  let value = null
  let wanted = ""
  let rows = []
  const list = virtualList({ label: "State", role: "tree", rowRole: "treeitem", rowHeight: 23, fill, onKey: key })
  list.element.addEventListener("click", event => {
    const row = event.target.closest(".virtual-row")
    if (event.target.closest(".twist") && row) toggle(Number(row.dataset.index))
  })
  list.element.addEventListener("dblclick", () => toggle(list.active))

  const isOpen = (place, depth, hasHit) => hasHit || (chosen.get(place) ?? depth < openDepth)

  /** Whether what is searched for is in a value or its members' names. */
  function holds(node) {
    if (!isBranch(node)) return String(JSON.stringify(node)).toLowerCase().includes(wanted)
    return Object.entries(node).some(([name, member]) => name.toLowerCase().includes(wanted) || holds(member))
  }

  function flatten(node, place, depth, into) {
    const entries = Object.entries(node)
    entries.forEach(([name, member], index) => {
      const own = pointer(place, name)
      const branch = isBranch(member)
      const open = branch && isOpen(own, depth, wanted !== "" && !chosen.has(own) && holds(member))
      into.push({ name, member, place: own, depth, branch, open, index, of: entries.length, inList: Array.isArray(node) })
      if (open) flatten(member, own, depth + 1, into)
    })
    return into
  }

  const isHit = ({ name, member, branch }) => wanted !== "" &&
    (name.toLowerCase().includes(wanted) || (!branch && brief(member, Infinity).toLowerCase().includes(wanted)))

  function draw() {
    rows = isBranch(value) ? flatten(value, "", 1, []) : []
    list.update(rows.length)
  }

  function fill(element, index) {
    const { name, member, depth, branch, open, index: position, of, inList } = rows[index]
    element.setAttribute("aria-level", depth)
    element.setAttribute("aria-posinset", position + 1)
    element.setAttribute("aria-setsize", of)
    if (branch) element.setAttribute("aria-expanded", String(open))
    else element.removeAttribute("aria-expanded")
    element.style.paddingInlineStart = `${(depth - 1) * 16 + 4}px`
    replace(element,
      h("span", { class: "twist", "aria-hidden": true }, branch ? (open ? "▾" : "▸") : ""),
      h("span", { class: inList ? "key index" : "key" }, marked(name, wanted)),
      open ? h("span", { class: "muted" }, Array.isArray(member) ? "[ ]" : "") : h("span", { class: `value ${kindOf(member)}` },
        branch ? h("span", { class: "muted" }, summary(member)) : marked(brief(member, 400), wanted)))
  }

  function toggle(index, open = !rows[index]?.open) {
    const row = rows[index]
    if (!row?.branch || row.open === open) return false
    chosen.set(row.place, open)
    draw()
    return true
  }

  /** To the right opens, then goes in; to the left closes, then goes out. */
  function key(event, index) {
    if (index < 0) return false
    if (event.key === "ArrowRight") return toggle(index, true) || (rows[index].open && go(index + 1))
    if (event.key === "ArrowLeft") return toggle(index, false) || go(parentOf(index))
    if (event.key === "Enter" || event.key === " ") return toggle(index) || true
    return false
  }

  function go(index) {
    if (index >= 0) list.select(index)
    return true
  }

  function parentOf(index) {
    for (let above = index - 1; above >= 0; above -= 1) if (rows[above].depth < rows[index].depth) return above
    return index
  }

  return {
    element: list.element,
    update(newValue, search) {
      if (newValue === value && search === wanted) return
      // A new search opens what it finds, whatever was closed before.
      if (search !== wanted && search !== "") chosen.clear()
      value = newValue
      wanted = search
      draw()
    },
    setAll(open) {
      const walk = (node, place) => {
        for (const [name, member] of Object.entries(node)) {
          if (!isBranch(member)) continue
          chosen.set(pointer(place, name), open)
          walk(member, pointer(place, name))
        }
      }
      if (isBranch(value)) walk(value, "")
      draw()
    },
    get hits() { return rows.filter(isHit).length },
    /** Goes to the next row that has what is searched for; the search keeps the focus. */
    next() {
      const after = rows.findIndex((row, index) => index > list.active && isHit(row))
      go(after < 0 ? rows.findIndex(isHit) : after)
    },
  }
}

const kindOf = value => value === null ? "null" : typeof value

/** What a closed branch holds, in a few words: a screen is known by its route. */
function summary(member) {
  if (Array.isArray(member)) return `${member.length} ${member.length === 1 ? "item" : "items"}`
  if (typeof member.route === "string") return member.route
  if (typeof member.kind === "string") return member.kind
  return brief(member, 60)
}
