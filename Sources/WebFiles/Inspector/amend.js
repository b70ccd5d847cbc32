// The form that makes a change of the past by another action. A dry run shows what would become of the later changes.

import { request, sessionPath } from "./api.js"
import { outcome } from "./compose-outcome.js"
import { dialog } from "./dialog.js"
import { h, replace } from "./dom.js"
import { brief, parsed, pretty } from "./json-text.js"
import { problemCard } from "./problem-view.js"

/** The types of changes that no action made. */
const moves = ["undo", "redo", "jump", "amend", "migrate", "start"]

/** Whether the change of a row of the log may have been made by an action. */
export const isAmendable = ({ action, problem, revision }) => !problem && revision > 1 && !moves.includes(action.type)

/** Opens the form for the change of a row of the log. */
export async function amend(model, row) {
  if (await dialog(`Amend revision ${row.revision}`, close => amendForm(model, row, close))) model.lookAt(null)
}

function amendForm(model, { revision, action }, close) {
  const text = h("textarea", {
    rows: 8, value: pretty(action), spellcheck: "false", autocomplete: "off", autofocus: true })
  const result = h("div.job-result", { role: "status", "aria-label": "Outcome" })
  const session = model.sessionId

  async function send(dryRun) {
    const before = model.head
    try {
      const body = { revision, action: parsed(text.value, "The action") }
      const headers = { "If-Match": `"${before.revision}"` }
      const path = sessionPath(session, dryRun ? "/amend?dryRun=1" : "/amend")
      const receipt = (await request("POST", path, { body, headers })).body
      if (!dryRun) return close(true)
      replace(result, laterChanges(receipt), outcome(receipt, before, true))
    } catch (problem) {
      replace(result, problemCard(problem))
    }
  }
  const onSubmit = event => {
    event.preventDefault()
    send(false)
  }
  return h("form.job-form", { onSubmit },
    h("p.muted", "The session becomes as if this action had been sent then. The later actions follow again."),
    h("label.labelled", "Action, as JSON", text),
    h("div.row.end", h("button", { type: "button", onClick: () => send(true) }, "Dry run"), h("button.primary", "Amend")),
    result)
}

/** Lists the later changes that the state would refuse. */
function laterChanges({ replayed, dropped }) {
  return h("section",
    h("h3", "Later changes"),
    h("p", `${replayed} would follow again, ${dropped.length} would be dropped.`),
    dropped.length > 0 && h("ul", { "aria-label": "Dropped" }, dropped.map(({ revision, action, code, detail }) =>
      h("li", `${revision} `, h("b", action.type ?? "batch"), ` ${brief(action, 80)}: `, h("code", code), ` ${detail}`))))
}
