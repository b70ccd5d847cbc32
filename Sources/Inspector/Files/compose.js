// An action as a form that is made from its schema, and as JSON: what is written in one stands in the other.

import { actionForms, formFor } from "./action-schema.js"
import { act, Problem } from "./api.js"
import { takeDraft } from "./compose-draft.js"
import { fieldsFor } from "./compose-field.js"
import { outcome } from "./compose-outcome.js"
import { h, replace, setText } from "./dom.js"
import { pointer, pretty } from "./json-text.js"
import { problemCard } from "./problem-view.js"
import { rebuild } from "./rebuilt.js"
import { idsIn } from "./session-ids.js"

export function composeView(model) {
  const compose = new Compose(model)
  return { element: compose.element, update: () => compose.update() }
}

class Compose {
  /** The action as it stands. */
  #action = {}
  /** The one of `#forms` that it is written in. */
  #form = null
  #forms = []
  /** What is written but cannot be read: the field's pointer → what is wrong with it. */
  #unreadable = new Map()
  #schema = null
  #listed = null
  #sessionId = null

  #filter = h("input", { type: "search", "aria-label": "Find an action", placeholder: "Find an action", onInput: () => this.#listForms() })
  #types = h("select", { size: 8, "aria-label": "Action", onChange: () => this.#choose(this.#types.value) })
  #fields = h("div", { class: "compose-fields", role: "group", "aria-label": "Fields" })
  #raw = h("textarea", {
    rows: 10, spellcheck: "false", id: "compose-raw", "aria-describedby": "compose-raw-fault", onInput: () => this.#readRaw(),
  })
  #rawFault = h("p", { class: "fault", id: "compose-raw-fault" })
  #only = h("input", { type: "checkbox" })
  #onlyLabel = h("span", {})
  #off = h("p", { class: "muted", id: "compose-off" })
  #buttons = [true, false].map(isDryRun => h("button", {
    type: isDryRun ? "button" : "submit", class: isDryRun ? null : "primary", "aria-describedby": "compose-off",
    onClick: isDryRun ? () => this.#send(true) : null,
  }, isDryRun ? "Dry run" : "Send"))
  #result = h("div", { class: "compose-result", role: "status", "aria-label": "Outcome" })
  #ids = ["containers", "screens", "all"].map(name => h("datalist", { id: `ids-${name}` }))

  constructor(model) {
    this.model = model
    const submit = event => {
      event.preventDefault()
      this.#send(false)
    }
    this.element = h("form", { class: "compose", "aria-label": "Compose an action", onSubmit: submit, novalidate: true },
      h("div", { class: "compose-choice" }, this.#filter, this.#types),
      h("div", {}, this.#fields,
        h("label", { class: "tick" }, this.#only, this.#onlyLabel),
        h("div", { class: "row" }, this.#buttons), this.#off, this.#result),
      h("div", { class: "compose-raw" }, h("label", { for: "compose-raw" }, "As JSON"), this.#raw, this.#rawFault),
      this.#ids)
    // Without the schema, which may not be given to everybody, there is still the JSON.
    this.#write(this.#action)
  }

  update() {
    const { app, shown, head, isPast, sessionId } = this.model
    if (sessionId !== this.#sessionId) replace(this.#result)
    this.#sessionId = sessionId
    if (app?.schema && app.schema !== this.#schema) this.#takeSchema(app.schema)
    const draft = this.#schema ? takeDraft(this.model) : null
    if (draft) this.#write(draft)
    if (shown && shown !== this.#listed) this.#listIds(shown)
    setText(this.#onlyLabel, `Only while the session is at revision ${head?.revision ?? ""}`)
    setText(this.#off, isPast ? "You look at the past: go back to the present to send something." : "")
    for (const button of this.#buttons) button.setAttribute("aria-disabled", String(isPast || !head))
  }

  // The schema and the session

  #takeSchema(schema) {
    this.#schema = schema
    this.#forms = actionForms(schema)
    this.#write(formFor(this.#action, this.#forms) ? this.#action : { type: this.#forms[0]?.type })
  }

  #listForms() {
    const wanted = this.#filter.value.trim().toLowerCase()
    const shown = this.#forms.filter(form => form === this.#form || `${form.group} ${form.type}`.toLowerCase().includes(wanted))
    const groups = Map.groupBy(shown, form => form.group)
    replace(this.#types, [...groups].map(([group, forms]) => h("optgroup", { label: group },
      forms.map(form => h("option", { value: form.key }, form.type)))))
    this.#types.value = this.#form?.key ?? ""
  }

  #listIds(session) {
    this.#listed = session
    const ids = idsIn(session.navigation)
    const option = ([id, text]) => h("option", { value: id }, text)
    const lists = [ids.containers, ids.screens, [...ids.screens, ...ids.others]]
    lists.forEach((list, index) => replace(this.#ids[index], list.map(option)))
  }

  // The draft

  #choose(key) {
    const form = this.#forms.find(one => one.key === key)
    const kept = Object.entries(this.#action).filter(([name]) => name in form.schema.properties)
    this.#write({ ...Object.fromEntries(kept), type: form.type }, form)
  }

  /** Puts an action in the place of what is written, both in the form and as JSON. */
  #write(action, form = formFor(action, this.#forms)) {
    this.#action = action
    this.#raw.value = pretty(action)
    this.#show(form)
  }

  #readRaw() {
    let action = null
    try {
      action = JSON.parse(this.#raw.value)
    } catch (error) {
      return this.#faultInRaw(`This is not JSON yet: ${error.message}`)
    }
    this.#unreadable.delete("")
    if (typeof action !== "object" || action === null || Array.isArray(action)) return this.#faultInRaw("An action is an object.")
    this.#action = action
    this.#show(formFor(action, this.#forms))
    if (!this.#form && !("actions" in action)) setText(this.#rawFault, `The app has no action of the type ${JSON.stringify(action.type)}.`)
  }

  #faultInRaw(text) {
    this.#unreadable.set("", text)
    setText(this.#rawFault, text)
  }

  #show(form) {
    this.#form = form ?? null
    this.#unreadable.clear()
    setText(this.#rawFault, "")
    replace(this.#result)
    this.#listForms()
    this.#drawFields()
  }

  #drawFields() {
    const form = {
      root: this.#schema,
      get: path => path.reduce((at, name) => at?.[name], this.#action),
      set: (path, value) => this.#set(path, value),
      fault: (place, text) => {
        this.#unreadable.set(place, text)
        this.#showUnreadable()
      },
      redraw: () => this.#drawFields(),
    }
    const fields = this.#form ? fieldsFor(this.#form.schema, [], form) : []
    rebuild(this.#fields, this.#form
      ? h("h2", {}, this.#form.type) : h("p", { class: "muted" }, "There is no form for this; it is sent as it stands."), fields)
    this.#showUnreadable()
  }

  #set(path, value) {
    this.#action = changed(this.#action, path, value)
    this.#raw.value = pretty(this.#action)
    this.#unreadable.delete(path.reduce(pointer, ""))
    this.#unreadable.delete("")
    this.#showUnreadable()
    setText(this.#rawFault, "")
  }

  // Sending

  async #send(isDryRun) {
    const { model } = this
    if (model.isPast || !model.head) return
    if (this.#unreadable.size > 0) return this.#focusFault()
    const before = model.head
    try {
      const receipt = await act(model.sessionId, this.#action, { dryRun: isDryRun, ifMatch: this.#only.checked ? before.revision : undefined })
      this.#showFaults([])
      replace(this.#result, outcome(receipt, before, isDryRun))
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem
      replace(this.#result, problemCard(problem))
      this.#showFaults(problem.errors)
      this.#focusFault()
    }
  }

  #showUnreadable() { this.#showFaults([...this.#unreadable].map(([place, detail]) => ({ pointer: place, detail }))) }

  /** Shows each fault at its field, or at the nearest one around it. */
  #showFaults(faults) {
    const fields = new Map([...this.#fields.querySelectorAll("[data-pointer]")].map(field => [field.dataset.pointer, field]))
    const texts = new Map()
    for (const { pointer: at, detail } of faults) {
      let place = at ?? ""
      while (place !== "" && !fields.has(place)) place = place.slice(0, place.lastIndexOf("/"))
      if (fields.has(place)) texts.set(place, [...texts.get(place) ?? [], detail])
    }
    for (const [place, field] of fields) {
      const id = `field${place.replaceAll("/", "-")}`
      const text = texts.get(place)?.join(" ") ?? ""
      setText(field.querySelector(`[id="${id}-fault"]`), text)
      field.querySelector(`[id="${id}"]`)?.setAttribute("aria-invalid", String(text !== ""))
    }
  }

  #focusFault() {
    this.element.querySelector("[aria-invalid=true]")?.focus()
  }
}

/** `object` with `value` at `path`; without it where `value` is undefined. */
function changed(object, [name, ...rest], value) {
  const copy = { ...object }
  const inner = rest.length > 0 ? changed(copy[name] ?? {}, rest, value) : value
  if (inner === undefined) delete copy[name]
  else copy[name] = inner
  return copy
}
