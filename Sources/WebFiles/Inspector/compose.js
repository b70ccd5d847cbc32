// Edits an action in a form of its schema and as JSON. The two stay equal.

import { actionForms, formFor } from "./action-schema.js"
import { act, Problem } from "./api.js"
import { conditionsPanel } from "./compose-conditions.js"
import { fieldsFor, idOf } from "./compose-field.js"
import { outcome } from "./compose-outcome.js"
import { h, replace, setText } from "./dom.js"
import { pointer, pretty } from "./json-text.js"
import { problemCard } from "./problem-view.js"
import { rebuild } from "./rebuilt.js"
import { watching } from "./rights.js"
import { same } from "./same.js"
import { idsIn } from "./session-ids.js"

const drafts = new WeakMap()

/** Puts `action` into the form of `model` at its next update. */
export const prefill = (model, action) => drafts.set(model, action)

export function composeView(model) {
  /** The current action, and its form, which is one of `forms`. */
  let action = {}
  let form
  let forms = []
  /** The invalid input: maps the pointer of a field to its error. */
  const unreadable = new Map()
  let [schema, listed, sessionId] = []
  let ids = { containers: [], screens: [] }

  const find = "Find an action"
  const filter = h("input", { type: "search", "aria-label": find, placeholder: find, onInput: listForms })
  const types = h("select", { size: 8, "aria-label": "Action", onChange: choose })
  const fields = h("div.compose-fields", { role: "group", "aria-label": "Fields" })
  const conditions = conditionsPanel()
  const raw = h("textarea", {
    rows: 10, spellcheck: "false", id: "compose-raw", "aria-describedby": "compose-raw-fault", onInput: readRaw,
  })
  const off = h("p.muted", { id: "compose-off" })
  const buttons = [
    h("button", { type: "button", "aria-describedby": off.id, onClick: () => send(true) }, "Dry run"),
    h("button.primary", { "aria-describedby": off.id }, "Send"),
  ]
  const result = h("div.compose-result", { role: "status", "aria-label": "Outcome" })
  const onSubmit = event => {
    event.preventDefault()
    send(false)
  }
  const element = h("form.compose", { "aria-label": "Compose an action", onSubmit },
    h("div.compose-choice", filter, types), h("div", fields, conditions.element, h("div.row", buttons), off, result),
    h("div.compose-raw", h("label", { for: raw.id }, "As JSON"), raw, h("p.fault", { id: "compose-raw-fault" })))

  function update() {
    const { app, shown } = model
    if (sessionId !== model.sessionId) replace(result)
    sessionId = model.sessionId
    if (app?.schema && app.schema !== schema) {
      schema = app.schema
      forms = actionForms(schema)
      write(formFor(action, forms) ? action : { type: forms[0].type })
    }
    const draft = drafts.get(model)
    if (draft && schema && drafts.delete(model)) write(draft)
    if (shown && shown !== listed) followSession(shown)
    conditions.update(action, model)
    setText(off, whyOff())
    for (const button of buttons) button.ariaDisabled = Boolean(whyOff())
  }

  /** Returns the reason why nothing can be sent, or an empty text. */
  const whyOff = () => model.isPast ? "This is a past revision. Return to the present to send an action."
    : model.may.act ? "" : watching

  // The choices

  function listForms() {
    const wanted = filter.value.trim().toLowerCase()
    const found = forms.filter(one => one === form || one.type.toLowerCase().includes(wanted))
    replace(types, [...Map.groupBy(found, one => one.group)].map(([label, group]) =>
      h("optgroup", { label }, group.map(one => h("option", { value: one.key }, one.type)))))
    types.value = form?.key
  }

  /** Renders the fields again if the ids in the session have changed. */
  function followSession(session) {
    listed = session
    const found = idsIn(session.navigation)
    if (same(found, ids)) return
    ids = found
    if (form) drawFields()
  }

  /** Returns the ids that a field of the form can name. In an app's own action, `id` can have another meaning. */
  const idsOf = name => ({ target: ids.containers, source: ids.screens, id: !form.isOwn && ids.screens })[name]

  /** Returns the schema of the params of the action's route, or of its screen. For a screen, no param is required. */
  function paramsOf() {
    const { route, id, source } = action
    const wanted = form.type.endsWith("Params") ? source ?? listed?.current.id : id
    const screen = ids.screens.find(([one]) => one === wanted)
    const found = schema.$defs[`params.${route ?? screen?.[2]}`]
    return found?.properties && (route ? found : { ...found, required: [] })
  }

  function choose() {
    const chosen = forms.find(one => one.key === types.value)
    const kept = Object.entries(action).filter(([name]) => name in chosen.schema.properties)
    write({ ...Object.fromEntries(kept), type: chosen.type }, chosen)
  }

  // The draft

  /** Replaces the draft by another action, both in the form and as JSON. */
  function write(next, chosen) {
    raw.value = pretty(next)
    show(next, chosen)
  }

  function readRaw() {
    try {
      const next = JSON.parse(raw.value)
      if (next?.constructor !== Object) throw new Error("an action is an object")
      show(next)
    } catch (error) {
      fault("", `This is not an action yet: ${error.message}`)
    }
  }

  function show(next, chosen = formFor(next, forms)) {
    action = next
    form = chosen
    unreadable.clear()
    replace(result)
    listForms()
    drawFields()
    conditions.update(action, model)
  }

  function drawFields() {
    const get = path => path.reduce((at, name) => at?.[name], action)
    rebuild(fields, form
      ? [h("h2", form.type), fieldsFor(form.schema, [], {
        root: schema, ids: idsOf, paramsOf, get, set, fault, redraw: drawFields,
      })]
      : h("p.muted", "This action has no form and is sent as it is."))
    showFaults(unreadable)
  }

  function set(path, value) {
    action = changed(action, path, value)
    raw.value = pretty(action)
    conditions.update(action, model)
    unreadable.delete(path.reduce(pointer, ""))
    unreadable.delete("")
    showFaults(unreadable)
  }

  function fault(place, text) {
    unreadable.set(place, text)
    showFaults(unreadable)
  }

  // Sending

  async function send(dryRun) {
    const { head } = model
    if (whyOff() || !head) return
    if (unreadable.size > 0) return focusFault()
    try {
      const receipt = await act(sessionId, action, { dryRun })
      showFaults([])
      replace(result, outcome(receipt, head, dryRun))
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem
      replace(result, problemCard(problem))
      showFaults(problem.errors.map(({ pointer, detail }) => [pointer ?? "", detail]))
      focusFault()
    }
  }

  /** Shows each error at its field, or else at the nearest enclosing field, or else at the JSON. */
  function showFaults(faults) {
    const places = [...fields.querySelectorAll("[data-pointer]")].map(field => field.dataset.pointer)
    const isThere = place => place === "" || places.includes(place)
    const nearest = place => isThere(place) ? place : nearest(place.slice(0, place.lastIndexOf("/")))
    const texts = Map.groupBy(faults, ([place]) => nearest(place))
    const byId = id => element.querySelector(`[id="${id}"]`)
    for (const [place, id] of [["", raw.id], ...places.map(place => [place, idOf(place)])]) {
      setText(byId(`${id}-fault`), (texts.get(place) ?? []).map(([, text]) => text).join(" "))
      byId(id)?.setAttribute("aria-invalid", texts.has(place))
    }
  }

  const focusFault = () => element.querySelector("[aria-invalid=true]")?.focus()

  // The JSON can be edited without the schema, which not every token permits to read.
  write(action)
  return { element, update }
}

/** Returns `object` with `value` at the path, or without the member at the path if `value` is undefined. */
function changed(object, [name, ...rest], value) {
  const { [name]: former, ...others } = object ?? {}
  const inner = rest.length > 0 ? changed(former, rest, value) : value
  return inner === undefined ? others : { ...others, [name]: inner }
}
