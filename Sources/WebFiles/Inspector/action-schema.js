// Reads the actions and their fields from the JSON Schema of an app.

/** The definition that a `$ref` names (RFC 6901 §6), or the schema itself. */
export function resolved(schema, root) {
  if (schema.$ref === undefined) return schema
  const steps = decodeURIComponent(schema.$ref.slice(2)).split("/")
  return steps.reduce((at, step) => at?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], root) ?? {}
}

/** Returns all actions of the app as `{ key, type, group, schema, isOwn }`. The app's own actions come first. */
export function actionForms(root) {
  const forms = root.anyOf.flatMap(entry => {
    const name = decodeURIComponent(entry.$ref).replace("#/$defs/", "")
    const isOwn = name.startsWith("action.")
    const { anyOf, ...schema } = resolved(entry, root)
    return (anyOf ?? [schema]).map((one, index) => {
      const type = one.properties.type.const
      const dot = type.lastIndexOf(".")
      const group = !isOwn ? "Every app" : dot < 0 ? "This app" : `This app: ${type.slice(0, dot)}`
      return { key: index === 0 ? name : `${name} ${index + 1}`, type, group, schema: one, isOwn }
    })
  })
  return forms.sort((a, b) => b.isOwn - a.isOwn)
}

/** Returns the form for an action: that of its type with the fewest missing or unknown members. */
export function formFor(action, forms) {
  const misfits = ({ schema: { properties, required = [] } }) =>
    [...required.filter(name => !(name in action)), ...Object.keys(action).filter(name => !(name in properties))].length
  return forms.filter(form => form.type === action.type).sort((a, b) => misfits(a) - misfits(b))[0]
}

/** Returns the fields of an object as `[{ name, schema, isRequired }]`, with the `then` of each `if` that holds. */
export function fieldsOf(schema, value, root) {
  const properties = { ...schema.properties }
  for (const rule of schema.allOf ?? []) {
    const holds = Object.entries(rule.if.properties).every(([name, is]) => value?.[name] === is.const)
    if (holds) Object.assign(properties, rule.then.properties)
  }
  return Object.keys(properties).filter(name => properties[name].const === undefined).map(name => {
    return { name, schema: resolved(properties[name], root), isRequired: schema.required?.includes(name) }
  })
}

/** Returns the kind of field for a schema. */
export function kindOf(schema) {
  if (schema.enum || schema.type === "boolean") return "choice"
  if (schema.oneOf?.every(one => one.properties?.type?.const)) return "variants"
  const type = [schema.type].flat().find(one => one !== "null")
  if (type === "object" && Object.keys(schema.properties ?? {}).length > 0) return "object"
  return ["string", "integer", "number"].includes(type) ? type : "json"
}

export const isNullable = schema => [schema.type].flat().includes("null")
