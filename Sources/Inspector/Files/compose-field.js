// A field for each kind of value that an action's schema asks for. What is written in one stands in the draft at once.

import { fieldsOf, isNullable, kindOf, resolved } from "./action-schema.js"
import { h } from "./dom.js"
import { pointer, pretty } from "./json-text.js"

/**
 * The fields of an object in the draft.
 *
 * @param form `{ root, get(path), set(path, value), fault(pointer, text), redraw() }`; `root` is the app's schema, and
 *   what is `undefined` is not in the draft
 */
export function fieldsFor(schema, path, form) {
  return fieldsOf(schema, form.get(path), form.root).map(field => fieldFor(field, [...path, field.name], form))
}

function fieldFor({ name, schema, isRequired }, path, form) {
  const kind = kindOf(schema)
  const place = path.reduce(pointer, "")
  const field = { name, schema, isRequired, path, place, id: `field${place.replaceAll("/", "-")}` }
  if (kind === "object" || kind === "variants") return group(field, kind, form)
  return h("div", { class: "field", dataset: { pointer: place } },
    h("label", { for: field.id }, name), isRequired && needed(),
    inputs[kind](field, form),
    isNullable(schema) && nullBox(field, form),
    schema.description && h("p", { class: "muted", id: `${field.id}-hint` }, schema.description),
    h("p", { class: "fault", id: `${field.id}-fault` }))
}

/** For the eyes: the field itself says that it is required. */
const needed = () => h("span", { class: "required", "aria-hidden": true }, " needed")

/** What all inputs have: a name for the focus, and the texts that describe them. */
const common = ({ id, place, schema, isRequired }) => ({
  id, "data-key": place, "aria-required": isRequired ? "true" : null,
  "aria-describedby": `${id}-fault${schema.description ? ` ${id}-hint` : ""}`,
})

const inputs = {
  string(field, form) {
    const value = form.get(field.path)
    return h("input", {
      type: "text", autocomplete: "off", spellcheck: "false", list: suggestions(field), ...common(field),
      value: value ?? "", readonly: value === null,
      onInput: ({ target }) => form.set(field.path, target.value === "" && !field.isRequired ? undefined : target.value),
    })
  },

  integer: (field, form) => number(field, form, Number.isSafeInteger, "This is not a whole number."),
  number: (field, form) => number(field, form, Number.isFinite, "This is not a number."),

  boolean: (field, form) => choice(field, form, [true, false]),
  choice: (field, form) => choice(field, form, field.schema.enum, true),

  json(field, form) {
    const value = form.get(field.path)
    return h("textarea", {
      rows: 3, spellcheck: "false", placeholder: placeholder(field.schema), ...common(field),
      value: value === undefined ? "" : pretty(value),
      onInput: ({ target }) => {
        if (target.value.trim() === "") return form.set(field.path, undefined)
        try {
          form.set(field.path, JSON.parse(target.value))
        } catch (error) {
          form.fault(field.place, `This is not JSON yet: ${error.message}`)
        }
      },
    })
  },
}

function number(field, form, isRight, fault) {
  return h("input", {
    type: "text", inputmode: "decimal", autocomplete: "off", ...common(field), value: form.get(field.path) ?? "",
    onInput: ({ target }) => {
      const text = target.value.trim()
      if (text === "") form.set(field.path, undefined)
      else if (isRight(Number(text))) form.set(field.path, Number(text))
      else form.fault(field.place, fault)
    },
  })
}

/** `redraws`: the fields beside it may depend on it, as params do on the route. */
function choice(field, form, options, redraws = false) {
  const texts = options.map(option => String(option))
  return h("select", {
    ...common(field), value: String(form.get(field.path) ?? ""),
    onChange: ({ target }) => {
      form.set(field.path, options[texts.indexOf(target.value)])
      if (redraws) form.redraw()
    },
  }, h("option", { value: "" }, "—"), texts.map(text => h("option", { value: text }, text)))
}

function nullBox(field, form) {
  return h("label", { class: "tick" }, h("input", {
    type: "checkbox", checked: form.get(field.path) === null, "data-key": `${field.place} null`,
    onChange: ({ target }) => {
      form.set(field.path, target.checked ? null : undefined)
      form.redraw()
    },
  }), h("span", {}, "null"), h("span", { class: "hidden-text" }, ` as ${field.name}`))
}

/** An object of its own: with fields, or first with the choice among several. */
function group(field, kind, form) {
  const variants = kind === "variants" ? field.schema.oneOf.map(one => resolved(one, form.root)) : null
  const chosen = form.get([...field.path, "type"])
  const schema = variants ? variants.find(one => one.properties.type.const === chosen) : field.schema
  return h("fieldset", { class: "field", dataset: { pointer: field.place } },
    h("legend", {}, field.name, field.isRequired && needed()),
    variants && h("select", {
      ...common(field), "aria-label": `Type of ${field.name}`, value: chosen ?? "",
      onChange: ({ target }) => {
        form.set(field.path, target.value === "" ? undefined : { type: target.value })
        form.redraw()
      },
    }, h("option", { value: "" }, "—"), variants.map(one => h("option", {}, one.properties.type.const))),
    schema && fieldsFor(schema, field.path, form),
    h("p", { class: "fault", id: `${field.id}-fault` }))
}

/** Which of the session's ids a field may be after: the lists are made by the form. */
function suggestions({ name, path }) {
  if (name === "target") return "ids-containers"
  if (name === "source") return "ids-screens"
  return name === "id" && path.length === 1 ? "ids-all" : null
}

function placeholder({ type }) {
  if (type === "array") return "[ ]"
  return type === "object" ? "{ }" : "any JSON"
}
