// The view Log: one row for each action, newest last, and the selected action below the rows.

import { addressOf } from "./address.js"
import { amend, isAmendable } from "./amend.js"
import { changeRows, changesOf } from "./change-list.js"
import { copyButton } from "./clipboard.js"
import { curlOf } from "./curl.js"
import { h, keyed, replace, setText } from "./dom.js"
import { brief, marked, pretty } from "./json-text.js"
import { searchField } from "./search-field.js"
import { remembered } from "./storage.js"
import { clockTime, dateTime } from "./time.js"
import { virtualList } from "./virtual-list.js"

const memory = remembered("log", { types: [], who: [], text: "", refused: false })

export function logView(model, log) {
  const chosen = memory.read()
  let rows = []
  let drawn = null
  let session = null
  let picked = null
  /** The revision that the list was last scrolled to. */
  let followed = null

  const search = searchField("Search the log", text => filter({ text }), { value: chosen.text })
  const types = h("div.row.chips", { role: "group", "aria-label": "Types of actions" })
  const people = h("div.row.chips", { role: "group", "aria-label": "Who acted" })
  const refused = h("button.chip", { onClick: () => filter({ refused: !chosen.refused }) })
  const count = h("span.muted", { "aria-live": "polite" })
  const list = virtualList({ label: "Log", role: "listbox", rowRole: "option", rowHeight: 26, fill: fillRow,
    onSelect: index => { picked = rows[index]; drawDetail() },
    onKey: (event, index) => {
      if (event.key !== "Enter" || index < 0) return false
      model.lookAt(rows[index].revision)
      return true
    } })
  const empty = h("p.muted.empty")
  const detail = h("div.log-detail", { role: "region", "aria-label": "The chosen action" })
  const element = h("div.stacked.log",
    h("div.row.toolbar", search, count), h("div.row.toolbar", refused, types), h("div.row.toolbar", people), empty, list.element, detail)

  function filter(change) {
    Object.assign(chosen, change)
    memory.write(chosen)
    drawn = null
    update()
  }

  const fits = entry => (!chosen.refused || entry.reason) &&
    (chosen.types.length === 0 || chosen.types.includes(entry.type)) &&
    (chosen.who.length === 0 || chosen.who.includes(entry.who)) && entry.text.includes(chosen.text.toLowerCase())

  function fillRow(row, index) {
    const { revision, at, type, action, who, outputs, problem, reason, note } = rows[index]
    row.classList.toggle("refused", Boolean(reason))
    row.classList.toggle("shown", revision === model.shown?.revision && !problem)
    replace(row,
      h("span.muted.log-revision", problem ? "✕" : revision),
      h("span.log-type", type),
      h("span.muted.log-action", marked(reason ? `${reason.code}: ${reason.detail}` : argumentsOf(action), chosen.text.toLowerCase())),
      note && h("span.log-note", `${note.what} by `, h("span", "revision "), note.revision),
      outputs.length > 0 && h("span", `→ ${outputs.map(output => output.name).join(", ")}`),
      who && h("span.log-actor", who),
      h("time.muted", { datetime: at }, clockTime(at)))
  }

  /** Draws a chip for each value of a member. */
  function drawChips(chips, list, member) {
    const counts = new Map(chosen[list].map(value => [value, 0]))
    for (const { [member]: value } of log.entries) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    const make = ([value]) => h("button.chip", { onClick: () => toggle(list, value) })
    keyed(chips, counts, ([value]) => value, make, (chip, [value, number]) => {
      setText(chip, `${value} ${number}`)
      chip.ariaPressed = chosen[list].includes(value)
    })
  }

  function drawFilters() {
    drawChips(types, "types", "type")
    drawChips(people, "who", "who")
    setText(refused, `Refused ${log.entries.filter(entry => entry.reason).length}`)
    refused.ariaPressed = chosen.refused
  }

  function toggle(list, value) {
    const others = chosen[list].filter(other => other !== value)
    filter({ [list]: others.length < chosen[list].length ? others : [...others, value] })
  }

  function drawDetail() {
    if (!picked) return replace(detail)
    const { revision, at, action, actor, by, who, requestId, outputs, problem, reason } = picked
    replace(detail,
      h("div.row.wrap",
        h("strong", problem ? "Refused" : `Revision ${revision}${reason ? ", refused" : ""}`),
        h("span.muted", dateTime(at), who && [", by ", actor ? actorView(actor) : h("span", { title: pretty(by) }, who)],
          requestId && [", request ", h("code", requestId)])),
      h("div.row.wrap",
        !problem && [
          h("button", { onClick: () => model.lookAt(revision) }, "Look at"),
          h("button.leads", { onClick: () => model.jump(revision) }, "Jump here"),
          h("button.leads", { onClick: () => model.fork(revision) }, "Fork from here"),
          isAmendable(picked) && h("button.leads", { onClick: () => amend(model, picked) }, "Amend")],
        copyButton("Copy as curl", () => curlOf(model.sessionId, action))),
      reason && h("p.bad-text", h("code", reason.code), ` ${reason.detail}`),
      h("pre", { tabindex: 0, "aria-label": "The action as it was sent" }, pretty(action)),
      outputs.length > 0 && [
        h("h3", "Outputs"), h("pre", { tabindex: 0, "aria-label": "Its outputs" }, pretty(outputs))],
      !problem && differenceOf(revision))
  }

  /** Returns a list that shows the changes of the action when they are loaded. */
  function differenceOf(revision) {
    const list = h("ul", { "aria-label": "Difference" }, h("li.muted", "…"))
    const show = (...items) => replace(list, ...items)
    changesOf(model, revision).then(
      changes => show(changes.length > 0 ? changeRows(changes) : h("li.muted", "Nothing changed.")),
      problem => show(h("li.muted", `A revision is unavailable: ${problem.message}`)))
    return [h("h3", "Difference"), list]
  }

  function update() {
    // The log is long, so it is filtered again only if its entries or the filter have changed.
    const { entries } = log
    const mark = `${model.sessionId} ${entries.length} ${entries.at(-1)?.revision} ${log.isLoading}`
    if (mark === drawn) list.update(rows.length)
    else drawRows(mark)
    followTimeline()
  }

  function drawRows(mark) {
    const { entries } = log
    const toEnd = list.atEnd || model.sessionId !== session
    drawn = mark
    session = model.sessionId
    rows = entries.filter(fits)
    drawFilters()
    if (picked && !rows.includes(picked)) {
      picked = null
      drawDetail()
    }
    list.update(rows.length, rows.indexOf(picked))
    if (toEnd) list.scrollToEnd()
    const actions = entries.length === 1 ? "1 action" : `${entries.length} actions`
    setText(count, rows.length < entries.length ? `${rows.length} of ${actions}` : actions)
    empty.hidden = rows.length > 0
    setText(empty, log.isLoading ? "Loading…" : entries.length > 0 ? "No action matches." : "No actions yet.")
  }

  /** Scrolls to the action that made the shown revision. */
  function followTimeline() {
    if (model.revision === followed) return
    const index = rows.indexOf(log.entryOf(model.revision))
    if (index < 0 && log.isLoading) return
    followed = model.revision
    if (index >= 0) list.reveal(index)
  }

  return { element, update, search }
}

/** Names who acted. The sender of a message is another session. */
const actorView = actor =>
  actor.startsWith("s_") ? h("a", { href: addressOf({ sessionId: actor, view: "log", revision: null }) }, actor) : actor

/** Formats the fields of an action other than its type. */
function argumentsOf(action) {
  const { type, action: inner, ...rest } = action ?? {}
  const { type: innerType, ...innerRest } = inner ?? {}
  return Object.entries({ ...rest, ...innerRest }).map(([name, value]) => `${name}: ${brief(value, 80)}`).join("  ")
}
