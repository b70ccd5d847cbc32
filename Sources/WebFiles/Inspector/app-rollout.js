// The versions of an app with their sessions, the rollout of one of them, and what a migration to it would do.

import { addressOf } from "./address.js"
import { appPath, request } from "./api.js"
import { changeRows, changesBetween } from "./change-list.js"
import { h, replace, setText } from "./dom.js"
import { problemCard } from "./problem-view.js"
import { dateTime } from "./time.js"

/** @param changed the function that loads the page again */
export function rolloutView(model, changed) {
  let app = null
  const rows = h("tbody")
  const about = h("p")
  const percent = { min: 0, max: 100, onInput: event => show(event.target.value) }
  const slider = h("input", { type: "range", step: 0.5, ...percent })
  const number = h("input", { type: "number", step: 0.01, required: true, ...percent, "aria-label": "Percent" })
  const version = () => h("select", { onChange: () => replace(outcomes) })
  const [current, next] = [version(), version()]
  const by = h("select", h("option", { value: "key" }, "Key"), h("option", { value: "session" }, "Session"))
  const end = h("button.danger", { type: "button", onClick: () => send("DELETE") }, "End the rollout")
  const outcomes = h("div.job-result", { role: "status", "aria-label": "Migration" })
  const field = (label, input) => h("label.labelled", label, input)
  const form = h("form.rolls-out", { "aria-label": "Rollout", onSubmit: event => {
    event.preventDefault()
    const [from, to, share] = [current, next, number].map(input => Number(input.value))
    send("PUT", { current: from, next: to, percent: share, by: by.value })
  } },
  h("div.row.wrap", field("Current", current), field("Next", next), field("Divided by", by)),
  h("div.row.end", h("label.labelled.grow", "New sessions that get the next version", slider), number, "%"),
  h("div.row.wrap", h("button.primary", "Set the rollout"), end,
    h("button", { type: "button", onClick: preview }, "Preview a migration")),
  outcomes)
  const alone = h("p.muted", "A rollout needs a second version.")

  function show(value) {
    for (const input of [slider, number]) if (input.value !== value) input.value = value
  }

  async function send(method, body) {
    const done = await model.attempt("rollout", () => request(method, appPath(app.app, "/rollout"), { body }))
    if (done) changed()
  }

  /** Tries the migration of the sessions. Nothing is changed. */
  async function preview() {
    const body = { from: Number(current.value), to: Number(next.value), dryRun: true }
    try {
      const answer = await request("POST", appPath(app.app, "/migrations"), { body })
      replace(outcomes, h("p", h("strong", `Migration from ${body.from} to ${body.to}, dry run. `),
        answer.body.outcomes.length === 0 && "No sessions.",
        !answer.body.complete && "The first sessions were tried; there are more."),
      answer.body.outcomes.map(outcome))
    } catch (problem) {
      replace(outcomes, problemCard(problem))
    }
  }

  return {
    element: h("section", { "aria-label": "Versions and rollout" }, h("div.row.wrap", h("h2", "Versions and rollout"), about),
      h("div.rollout-parts",
        h("table", h("thead", h("tr", ["Version", "Sessions", "New sessions"].map(name => h("th", { scope: "col" }, name)))), rows),
        form, alone)),
    show(shown, rollout, { asOf, total, items }) {
      app = shown
      const newest = app.versions.at(-1)
      const { current: former = newest, next: later = null, percent: part = 0, by: divided = "key" } = rollout ?? {}
      const share = one => one === later ? part : one === former ? 100 - part : 0
      const counts = new Map(items.map(item => [item.version, item.sessions]))
      replace(rows, app.versions.toReversed().map(one => h("tr", h("th", { scope: "row" }, one),
        h("td", counts.get(one) ?? 0, h("meter", { "aria-hidden": "true", max: total || 1, value: counts.get(one) ?? 0 })),
        h("td", `${Number(share(one).toFixed(2))} %`))))
      setText(about, later === null ? `New sessions get version ${former}.`
        : `A rollout: ${part} % of the new sessions get version ${later}, divided by ${divided}.`)
      about.title = `As of ${dateTime(asOf)}`
      form.hidden = app.versions.length < 2
      alone.hidden = !form.hidden
      for (const select of [current, next]) replace(select, app.versions.map(one => h("option", { value: one }, one)))
      current.value = rollout ? former : app.versions.at(-2)
      next.value = later ?? newest
      by.value = divided
      end.disabled = !rollout
      replace(outcomes)
      show(String(part))
    },
  }
}

function outcome({ kind, count, why, before, after }) {
  const id = (before ?? after)?.id
  return h("details", h("summary", h("b", count), ` ${kind}`), why && h("p", why),
    id && h("p.examples", "Such as ",
      h("a", { href: addressOf({ sessionId: id, view: "stage", revision: null }), target: "_blank" }, id)),
    before && after && h("ul", changeRows(changesBetween(before, after))))
}
