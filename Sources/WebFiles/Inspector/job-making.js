// The form for a new job: the request, the sessions and the rate. A dry run tries the job without a change.

import { Problem, request } from "./api.js"
import { confirmed, dialog } from "./dialog.js"
import { h, replace } from "./dom.js"
import { outcomesOf } from "./job-outcomes.js"
import { parsed } from "./json-text.js"
import { problemCard } from "./problem-view.js"
import { searched } from "./session-names.js"

const kinds = { action: "Send an action", undo: "Undo", delete: "Delete the sessions" }

/** @param chosen `{ app, route, text }`, the initial values of the filter */
export const newJob = chosen => dialog("New job", close => jobForm(chosen, close))

function jobForm(chosen, close) {
  const field = (tag, props) => h(tag, { autocomplete: "off", spellcheck: "false", ...props })
  const labelled = (label, input) => h("label.labelled", label, input)
  const app = field("input", { value: chosen.app })
  const route = field("input", { value: chosen.route })
  const names = field("input", { value: chosen.text, placeholder: "key:order-17 store:berlin" })
  const all = h("input", { type: "checkbox", onChange: show })
  const kind = h("select", { onChange: show },
    Object.entries(kinds).map(([value, text]) => h("option", { value }, text)))
  const action = labelled("Action, as JSON", field("textarea", { rows: 4, value: '{"type": ""}' }))
  const steps = labelled("Revisions", field("input", { type: "number", min: 1, value: 1 }))
  const rate = field("input", { type: "number", min: 1, max: 10_000, value: 100 })
  const result = h("div.job-result", { role: "status", "aria-label": "Outcome" })
  show()

  function show() {
    for (const input of [app, route, names]) input.disabled = all.checked
    action.hidden = kind.value !== "action"
    steps.hidden = kind.value !== "undo"
  }

  function filter() {
    if (all.checked) return { all: true }
    const found = Object.entries({ app: app.value, route: route.value }).filter(([, value]) => value)
    const { query, rest } = searched(names.value)
    // Without these words, the job would select more sessions than the list shows.
    if (rest) throw new Problem({ title: "A job takes no words", detail: `“${rest}” is neither key:… nor label:value.` })
    for (const [name, pairs] of Map.groupBy(query, ([name]) => name)) found.push([name, name === "key" ? pairs[0][1] : pairs.map(([, value]) => value)])
    return Object.fromEntries(found)
  }

  function asked() {
    const shared = { filter: filter(), rate: Number(rate.value) }
    if (kind.value === "delete") return { ...shared, delete: true }
    if (kind.value === "undo") return { ...shared, undo: { steps: Number(steps.control.value) } }
    return { ...shared, action: parsed(action.control.value, "The action") }
  }

  async function send(dryRun) {
    try {
      const body = asked()
      if (!dryRun && body.delete && !await confirmed("Delete all matching sessions?",
        "They are deleted with their history, timers and outputs. A dry run shows which ones.", "Delete them")) return
      const answer = await request("POST", "/v1/batches", { body: dryRun ? { ...body, dryRun } : body })
      if (!dryRun) return close(answer.body)
      const { done, complete } = answer.body
      replace(result, h("p", h("strong", "Dry run. "),
        complete ? `${done} sessions match.` : `The first ${done} matching sessions were tried; there are more.`),
      outcomesOf(answer.body, "Examples of refusals", true))
      // The links open new tabs, so that the form keeps its values.
      for (const link of result.querySelectorAll("a")) link.target = "_blank"
    } catch (problem) {
      replace(result, problemCard(problem))
    }
  }
  const onSubmit = event => {
    event.preventDefault()
    send(false)
  }
  return h("form.job-form", { onSubmit },
    labelled("Request", kind), action, steps,
    h("fieldset.field", h("legend", "Sessions"),
      labelled("App", app), labelled("Route on the path", route), labelled("Key and labels", names),
      h("label.tick", all, "All sessions")),
    labelled("Sessions per second, at most", rate),
    h("div.row.end", h("button", { type: "button", onClick: () => send(true) }, "Dry run"), h("button.primary", "Start")),
    result)
}
