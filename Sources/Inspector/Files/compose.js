// An action as a form that is made from its schema, and as JSON: what is written in one stands in the other.

import { actionForms, formFor } from "./action-schema.js"
import { act, Problem } from "./api.js"
import { takeDraft } from "./compose-draft.js"
import { fieldsFor, idOf } from "./compose-field.js"
import { outcome } from "./compose-outcome.js"
import { h, replace, setText } from "./dom.js"
import { pointer, pretty } from "./json-text.js"
import { problemCard } from "./problem-view.js"
import { rebuild } from "./rebuilt.js"
import { idsIn } from "./session-ids.js"

export const composeView = model => new Compose(model)

class Compose {
  /** The action as it stands. */
  #action = {}
  /** The one of `#forms` that it is written in. */
  #form
  #forms = []
  /** What is written but cannot be read: the field's pointer → what is wrong with it. */
  #unreadable = new Map()
  #schema
  #listed
  #sessionId

  #filter = h("input", {
    type: "search", "aria-label": "Find an action", placeholder: "Find an action", onInput: () => this.#listForms(),
  })
  #types = h("select", { size: 8, "aria-label": "Action", onChange: () => this.#choose(this.#types.value) })
  #fields = h("div.compose-fields", { role: "group", "aria-label": "Fields" })
  #raw = h("textarea", {
    rows: 10, spellcheck: "false", id: "compose-raw", "aria-describedby": "compose-raw-fault", onInput: () => this.#readRaw(),
  })
  #rawFault = h("p.fault", { id: "compose-raw-fault" })
  #only = h("input", { type: "checkbox" })
  #onlyLabel = h("span", {})
  #off = h("p.muted", { id: "compose-off" })
  #buttons = [
    h("button", { type: "button", "aria-describedby": "compose-off", onClick: () => this.#send(true) }, "Dry run"),
    h("button.primary", { "aria-describedby": "compose-off" }, "Send"),
  ]
  #result = h("div.compose-result", { role: "status", "aria-label": "Outcome" })
  #ids = ["containers", "screens", "all"].map(name => h("datalist", { id: `ids-${name}` }))

  constructor(model) {
    this.model = model
    const onSubmit = event => {
      event.preventDefault()
      this.#send(false)
    }
    this.element = h("form.compose", { "aria-label": "Compose an action", onSubmit },
      h("div.compose-choice", {}, this.#filter, this.#types),
      h("div", {}, this.#fields, h("label.tick", {}, this.#only, this.#onlyLabel), h("div.row", {}, this.#buttons), this.#off,
        this.#result),
      h("div.compose-raw", {}, h("label", { for: "compose-raw" }, "As JSON"), this.#raw, this.#rawFault), this.#ids)
    // Without the schema, which may not be given to everybody, there is still the JSON.
    this.#write(this.#action)
  }

  update() {
    const { app, shown, head, isPast, sessionId } = this.model
    if (sessionId !== this.#sessionId) replace(this.#result)
    this.#sessionId = sessionId
    if (app?.schema && app.schema !== this.#schema) {
      this.#schema = app.schema
      this.#forms = actionForms(app.schema)
      this.#write(formFor(this.#action, this.#forms) ? this.#action : { type: this.#forms[0].type })
    }
    const draft = this.#schema && takeDraft(this.model)
    if (draft) this.#write(draft)
    if (shown && shown !== this.#listed) this.#listIds(shown)
    setText(this.#onlyLabel, `Only while the session is at revision ${head?.revision ?? ""}`)
    setText(this.#off, isPast ? "You look at the past: go back to the present to send something." : "")
    for (const button of this.#buttons) button.ariaDisabled = isPast
  }

  // What there is to choose among

  #listForms() {
    const wanted = this.#filter.value.trim().toLowerCase()
    const found = this.#forms.filter(form => form === this.#form || `${form.group} ${form.type}`.toLowerCase().includes(wanted))
    replace(this.#types, [...Map.groupBy(found, form => form.group)].map(([label, forms]) =>
      h("optgroup", { label }, forms.map(form => h("option", { value: form.key }, form.type)))))
    this.#types.value = this.#form?.key
  }

  #listIds(session) {
    this.#listed = session
    const { containers, screens, others } = idsIn(session.navigation)
    const lists = [containers, screens, [...screens, ...others]]
    lists.forEach((list, index) => replace(this.#ids[index], list.map(([value, text]) => h("option", { value }, text))))
  }

  #choose(key) {
    const form = this.#forms.find(one => one.key === key)
    const kept = Object.entries(this.#action).filter(([name]) => name in form.schema.properties)
    this.#write({ ...Object.fromEntries(kept), type: form.type }, form)
  }

  // The draft

  /** Puts an action in the place of what is written, both in the form and as JSON. */
  #write(action, form) {
    this.#raw.value = pretty(action)
    this.#show(action, form)
  }

  #readRaw() {
    try {
      const action = JSON.parse(this.#raw.value)
      if (action?.constructor !== Object) throw new Error("an action is an object")
      this.#show(action)
    } catch (error) {
      this.#unreadable.set("", `This is not an action yet: ${error.message}`)
      this.#showUnreadable()
    }
  }

  #show(action, form = formFor(action, this.#forms)) {
    this.#action = action
    this.#form = form
    this.#unreadable.clear()
    replace(this.#result)
    this.#listForms()
    this.#drawFields()
  }

  #drawFields() {
    const fields = this.#form && fieldsFor(this.#form.schema, [], {
      root: this.#schema,
      get: path => path.reduce((at, name) => at?.[name], this.#action),
      set: (path, value) => this.#set(path, value),
      fault: (place, text) => {
        this.#unreadable.set(place, text)
        this.#showUnreadable()
      },
      redraw: () => this.#drawFields(),
    })
    rebuild(this.#fields, fields
      ? [h("h2", {}, this.#form.type), fields] : h("p.muted", {}, "There is no form for this; it is sent as it stands."))
    this.#showUnreadable()
  }

  #set(path, value) {
    this.#action = changed(this.#action, path, value)
    this.#raw.value = pretty(this.#action)
    this.#unreadable.delete(path.reduce(pointer, ""))
    this.#unreadable.delete("")
    this.#showUnreadable()
  }

  // Sending

  async #send(dryRun) {
    const { sessionId, head, isPast } = this.model
    if (isPast || !head) return
    if (this.#unreadable.size > 0) return this.#focusFault()
    try {
      const receipt = await act(sessionId, this.#action, { dryRun, ifMatch: this.#only.checked ? head.revision : undefined })
      this.#showFaults([])
      replace(this.#result, outcome(receipt, head, dryRun))
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem
      replace(this.#result, problemCard(problem))
      this.#showFaults(problem.errors.map(({ pointer, detail }) => [pointer ?? "", detail]))
      this.#focusFault()
    }
  }

  #showUnreadable() { this.#showFaults([...this.#unreadable]) }

  /** Shows each fault at its field, or at the nearest one around it; those of none at the JSON. */
  #showFaults(faults) {
    const places = [...this.#fields.querySelectorAll("[data-pointer]")].map(field => field.dataset.pointer)
    const nearest = place => place === "" || places.includes(place) ? place : nearest(place.slice(0, place.lastIndexOf("/")))
    const texts = Map.groupBy(faults, ([place]) => nearest(place))
    const find = id => this.element.querySelector(`[id="${id}"]`)
    for (const id of ["compose-raw", ...places.map(idOf)]) {
      const place = places.find(one => idOf(one) === id) ?? ""
      setText(find(`${id}-fault`), (texts.get(place) ?? []).map(([, text]) => text).join(" "))
      find(id)?.setAttribute("aria-invalid", texts.has(place))
    }
  }

  #focusFault() { this.element.querySelector("[aria-invalid=true]")?.focus() }
}

/** `object` with `value` at `path`; without it where `value` is undefined. */
function changed(object, [name, ...rest], value) {
  const { [name]: former, ...others } = object ?? {}
  const inner = rest.length > 0 ? changed(former, rest, value) : value
  return inner === undefined ? others : { ...others, [name]: inner }
}
