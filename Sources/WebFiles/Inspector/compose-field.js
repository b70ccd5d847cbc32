// The form fields for the kinds of values in an action's schema. Input changes the draft immediately.

import { fieldsOf, isNullable, kindOf, resolved } from "./action-schema.js"
import { h } from "./dom.js"
import { pointer, pretty } from "./json-text.js"

/**
 * Returns the form fields of an object in the draft.
 *
 * @param form `{ root, ids(name), paramsOf(), get(path), set(path, value), fault(pointer, text), redraw() }`. `root` is
 *   the app's schema. `ids` returns the ids of the session that a field can name. `paramsOf` returns the schema of the
 *   params of the action's screen. A value of `undefined` is absent from the draft.
 */
export function fieldsFor(schema, path, form) {
  return fieldsOf(schema, form.get(path), form.root).map(field => {
    const params = path.length === 0 && field.name === "params" && !field.schema.properties && form.paramsOf()
    return fieldFor(params ? { ...field, schema: params } : field, [...path, field.name], form)
  })
}

export const idOf = place => `field${place.replaceAll("/", "-")}`

function fieldFor({ name, schema, isRequired }, path, form) {
  const place = path.reduce(pointer, "")
  const id = idOf(place)
  const description = hintOf(schema)
  const ids = path.length === 1 && form.ids(name)
  const kind = ids ? "id" : kindOf(schema)
  const field = {
    name, schema, path, isRequired, value: form.get(path), set: value => form.set(path, value),
    fault: text => form.fault(place, text),
    common: {
      id, "data-key": place, "aria-required": isRequired ? "true" : null,
      "aria-describedby": `${id}-fault${description ? ` ${id}-hint` : ""}`,
    },
  }
  // Hidden from screen readers, which read `aria-required` of the field.
  const needed = isRequired && h("span.required", { "aria-hidden": true }, "needed")
  const fault = h("p.fault", { id: `${id}-fault` })
  const dataset = { pointer: place }
  if (kind === "object" || kind === "variants") {
    return h("fieldset.field", { dataset }, h("legend", name), needed, inputs[kind](field, form), fault)
  }
  return h("div.field", { dataset }, h("label", { for: id }, name), needed, inputs[kind](field, form),
    description && h("p.muted", { id: `${id}-hint` }, description), fault)
}

/** Returns the description, limits, pattern and default value of a schema as text. */
function hintOf({ description, minimum, maximum, minLength, maxLength, pattern, default: initial }) {
  const limits = (least, most, unit) => [
    least !== undefined && `at least ${least}${unit}`, most !== undefined && `at most ${most}${unit}`,
  ]
  return [
    description, ...limits(minimum, maximum, ""), ...limits(minLength, maxLength, " characters"), pattern,
    initial !== undefined && `${JSON.stringify(initial)} if absent`,
  ].filter(Boolean).join(", ")
}

const inputs = {
  string: ({ value, set, isRequired, schema, common }) => h("input", {
    autocomplete: "off", spellcheck: "false", ...common, value: value ?? "",
    placeholder: isRequired && isNullable(schema) ? "null" : null,
    onInput: ({ target }) => set(target.value || (isRequired ? isNullable(schema) ? null : "" : undefined)),
  }),
  integer: field => number(field, Number.isSafeInteger, "This is not a whole number."),
  number: field => number(field, Number.isFinite, "This is not a number."),
  id: ({ name, value, set, common }, form) => {
    const known = form.ids(name)
    const gone = value !== undefined && !known.some(([id]) => id === value)
    const texts = new Map(known.map(([id, text]) => [id, `${id}: ${text}`]))
    if (gone) texts.set(value, `${value}: gone`)
    return select(common, [...texts.keys()], value, chosen => {
      set(chosen)
      form.redraw()
    }, texts)
  },
  choice: ({ schema, value, set, common }, form) => select(common, schema.enum ?? [true, false], value, chosen => {
    set(chosen)
    // Other fields can depend on this value, as the params depend on the route.
    form.redraw()
  }),
  json: ({ value, schema, set, fault, common }) => h("textarea", {
    rows: 3, spellcheck: "false", placeholder: `${schema.type ?? "any"} as JSON`, ...common,
    value: value === undefined ? "" : pretty(value),
    onInput: ({ target }) => {
      try {
        set(target.value.trim() === "" ? undefined : JSON.parse(target.value))
      } catch (error) {
        fault(`This is not valid JSON: ${error.message}`)
      }
    },
  }),
  object: ({ schema, path }, form) => fieldsFor(schema, path, form),
  variants({ name, schema, path, value, set, common }, form) {
    const variants = schema.oneOf.map(one => resolved(one, form.root))
    const typeOf = one => one.properties.type.const
    const chosen = variants.find(one => typeOf(one) === value?.type)
    return [
      select({ ...common, "aria-label": `Type of ${name}` }, variants.map(typeOf), value?.type, type => {
        set(type && { type })
        form.redraw()
      }),
      chosen && fieldsFor(chosen, path, form),
    ]
  },
}

const number = ({ value, set, fault, common }, isRight, wrong) => h("input", {
  inputmode: "decimal", autocomplete: "off", ...common, value: value ?? "",
  onInput: ({ target }) => {
    const text = target.value.trim()
    if (text === "") set(undefined)
    else if (isRight(Number(text))) set(Number(text))
    else fault(wrong)
  },
})

/** Returns a select of `options` and an empty option, for which `chosen` gets `undefined`. `texts` has the labels. */
const select = (props, options, value, chosen, texts) => h("select", {
  ...props, value: String(value ?? ""),
  onChange: ({ target }) => chosen(options.find(option => String(option) === target.value)),
}, h("option", { value: "" }, "—"), options.map(option =>
  h("option", { value: String(option) }, texts?.get(option) ?? String(option))))
