// The bodies of requests and responses: their members, at any depth.

import { h } from "../ui/dom.js"
import { prose } from "./content.js"

const nameIn = schema => schema.$ref?.split("/").at(-1)
const join = (parts, separator) => parts.flatMap((part, index) => index > 0 ? [separator, part] : [part])
const code = value => h("code", JSON.stringify(value))

export class Schemas {
  constructor(components) {
    this.components = components
  }

  /** The members of a body, folded; null if it has none. */
  body(schema, title) {
    if (Object.keys(schema).length === 0) return null
    // A link in the summary would be a control in a control.
    return h("details.members", h("summary", title), h("p", this.type(schema)), this.table(this.components[nameIn(schema)] ?? schema))
  }

  /** The objects that bodies refer to, each with its members. */
  objects() {
    return Object.entries(this.components).flatMap(([name, schema]) =>
      [h("h3", { id: `object.${name}` }, name), this.table(schema, ".members") ?? h("p", this.type(schema))])
  }

  table(schema, style = "") {
    const rows = this.rows(schema)
    return rows.length > 0 ? h("table" + style, rows) : null
  }

  /** The members of an object, or of the elements of a list. Those of components have their own tables. */
  rows({ items, required = [], properties = {} }, path = "") {
    if (items) return this.rows(items, path + "[]")
    return Object.entries(properties).flatMap(([name, member]) => {
      const place = path ? `${path}.${name}` : name
      const text = [!required.includes(name) && "optional", member.description].filter(Boolean).join(". ")
      return [h("tr", h("th", h("code", place)), h("td", this.type(member)), h("td", prose(text))), ...this.rows(member, place)]
    })
  }

  /** The type of a value, with links to components. */
  type(schema) {
    const name = nameIn(schema)
    if (name) return [name in this.components ? h("a", { href: `#object.${name}` }, name) : name]
    if ("const" in schema) return [code(schema.const)]
    if (schema.enum) {
      const values = join(schema.enum.map(code), " or ")
      return schema.enum.length > 5 ? [h("span.many", values)] : values
    }
    const forms = schema.anyOf ?? schema.oneOf
    if (forms) return join(forms.map(form => this.type(form)), " or ")
    const text = [schema.type ?? []].flat().join(" or ") + limits(schema)
    const inner = schema.items ?? schema.additionalProperties
    if (inner && typeof inner === "object") return [text, " of ", this.type(inner)]
    return [text || "any value"]
  }
}

function limits({ format, minimum, maximum, maxLength, default: standard }) {
  const limits = [
    format, minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && Number.isSafeInteger(maximum) && `to ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    standard !== undefined && `default ${JSON.stringify(standard)}`,
  ].filter(Boolean)
  return limits.length > 0 ? ` (${limits.join(", ")})` : ""
}
