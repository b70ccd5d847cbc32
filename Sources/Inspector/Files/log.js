// The log: each action as a row, newest last; under it, what there is to know of the chosen one and to do with it.

import { copyButton } from "./clipboard.js"
import { curlOf } from "./curl.js"
import { h, keyed, replace, setText } from "./dom.js"
import { brief, marked, pretty } from "./json-text.js"
import { remembered } from "./storage.js"
import { clockTime, dateTime } from "./time.js"
import { virtualList } from "./virtual-list.js"

const filters = remembered("log", { types: [], text: "", refused: false })

export function logView(model, log) {
  const chosen = filters.read()
  let rows = []
  let drawn = null
  let session = null
  let picked = null
  /** The revision that the list was last scrolled to. */
  let followed = null

  const search = h("input", { type: "search", placeholder: "Search the log", "aria-label": "Search the log", value: chosen.text,
    id: "log-search", onInput: () => filter({ text: search.value }) })
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Types of actions" })
  const refused = h("button", { class: "chip bad", onClick: () => filter({ refused: !chosen.refused }) }, "Refused")
  const count = h("span", { class: "muted", "aria-live": "polite" })
  const list = virtualList({ label: "Log", role: "listbox", rowRole: "option", rowHeight: 26, fill: fillRow,
    onSelect: index => { picked = rows[index]; drawDetail() },
    onKey: (event, index) => {
      if (event.key !== "Enter" || index < 0) return false
      model.lookAt(rows[index].revision)
      return true
    } })
  const empty = h("p", { class: "muted empty" })
  const detail = h("div", { class: "log-detail", role: "region", "aria-label": "The chosen action" })
  const element = h("div", { class: "log" },
    h("div", { class: "row toolbar" }, search, count), h("div", { class: "row toolbar" }, refused, chips),
    empty, list.element, detail)

  function filter(change) {
    Object.assign(chosen, change)
    filters.write(chosen)
    drawn = null
    update()
  }

  function fits(entry) {
    if (chosen.refused && !entry.problem) return false
    if (chosen.types.length > 0 && !chosen.types.includes(entry.type)) return false
    return !chosen.text || entry.text.includes(chosen.text.toLowerCase())
  }

  function fillRow(row, index) {
    const entry = rows[index]
    row.classList.toggle("refused", Boolean(entry.problem))
    row.classList.toggle("shown", entry.revision === model.shown?.revision && !entry.problem)
    replace(row,
      h("span", { class: "log-revision" }, entry.problem ? "✕" : entry.revision),
      h("span", { class: "log-type" }, entry.type),
      h("span", { class: "log-action" }, marked(entry.problem ? entry.problem.detail : argumentsOf(entry.action), chosen.text.toLowerCase())),
      entry.outputs.length ? h("span", { class: "log-outputs", title: entry.outputs.map(output => output.name).join(", ") },
        `→ ${entry.outputs.length}`) : null,
      entry.actor ? h("span", { class: "log-actor" }, entry.actor) : null,
      h("time", { class: "log-time", datetime: entry.at }, clockTime(entry.at)))
  }

  function drawChips() {
    const counts = new Map(chosen.types.map(type => [type, 0]))
    for (const entry of log.entries) counts.set(entry.type, (counts.get(entry.type) ?? 0) + 1)
    keyed(chips, [...counts], ([type]) => type,
      ([type]) => h("button", { class: "chip", onClick: () => toggle(type) }),
      (chip, [type, number]) => {
        setText(chip, `${type} ${number}`)
        chip.setAttribute("aria-pressed", String(chosen.types.includes(type)))
      })
    const failures = log.entries.reduce((sum, entry) => sum + (entry.problem ? 1 : 0), 0)
    setText(refused, `Refused ${failures}`)
    refused.setAttribute("aria-pressed", String(chosen.refused))
  }

  const toggle = type =>
    filter({ types: chosen.types.includes(type) ? chosen.types.filter(other => other !== type) : [...chosen.types, type] })

  function drawDetail() {
    if (!picked) return replace(detail)
    const { revision, at, action, actor, outputs, problem } = picked
    replace(detail,
      h("div", { class: "row wrap" },
        h("strong", {}, problem ? "Refused" : `Revision ${revision}`),
        h("span", { class: "muted" }, `${dateTime(at)}${actor ? `, by ${actor}` : ""}`),
        h("span", { class: "grow" }),
        problem ? null : [
          h("button", { onClick: () => model.lookAt(revision) }, "Look at"),
          h("button", { onClick: () => model.jump(revision) }, "Jump here"),
          h("button", { onClick: () => model.fork(revision) }, "Fork from here")],
        copyButton("Copy as curl", () => curlOf(model.sessionId, action))),
      problem ? h("p", { class: "bad-text" }, problem.detail) : null,
      h("pre", { tabindex: 0, "aria-label": "The action as it was sent" }, pretty(action)),
      outputs.length ? [h("h3", {}, "Outputs"), h("pre", { tabindex: 0, "aria-label": "Its outputs" }, pretty(outputs))] : null)
  }

  function update() {
    // The log is long: it is gone through only when it, or what is wanted of it, has changed.
    const { entries } = log
    const mark = `${entries.length} ${entries.at(-1)?.revision} ${log.isLoading}`
    if (mark !== drawn || model.sessionId !== session) drawRows(mark)
    else list.update(rows.length)
    followTimeline()
  }

  function drawRows(mark) {
    const { entries } = log
    const toEnd = list.atEnd || model.sessionId !== session
    drawn = mark
    session = model.sessionId
    rows = entries.filter(fits)
    drawChips()
    if (picked && !rows.includes(picked)) {
      picked = null
      drawDetail()
    }
    list.update(rows.length)
    list.select(rows.indexOf(picked), { tell: false })
    if (toEnd) list.scrollToEnd()
    setText(count, rows.length === entries.length ? `${rows.length} actions` : `${rows.length} of ${entries.length} actions`)
    empty.hidden = rows.length > 0
    setText(empty, log.isLoading ? "Loading…" : entries.length ? "No action fits these filters." : "Nothing has happened here yet.")
  }

  /** Shows the action that made the revision which is looked at. */
  function followTimeline() {
    if (model.revision === followed) return
    const index = rows.indexOf(log.entryOf(model.revision))
    if (index < 0 && log.isLoading) return
    followed = model.revision
    if (index >= 0) list.reveal(index)
  }

  return { element, update, search }
}

/** What there is beside the type, which has a column of its own. */
function argumentsOf(action) {
  if (!action || Array.isArray(action.actions)) return brief(action?.actions)
  const { type, action: inner, ...rest } = action
  const all = inner?.type ? { ...rest, ...innerArguments(inner) } : inner === undefined ? rest : { ...rest, action: inner }
  return Object.entries(all).map(([name, value]) => `${name}: ${brief(value, 80)}`).join("  ")
}

function innerArguments({ type, ...rest }) { return rest }
