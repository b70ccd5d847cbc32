// Reads the JSON Schema of an app's actions into what a form needs: the actions there are, and the fields of each.

const FAMILIES = [
  ["Stack", ["push", "pop", "popTo", "popToRoot", "replace", "navigate", "insert", "remove", "reset"]],
  ["Back and links", ["goBack", "route"]],
  ["Tabs, drawer, pages, switch", [
    "select", "selectNext", "selectPrevious", "selectFirst", "selectLast", "openDrawer", "closeDrawer", "toggleDrawer",
    "switchTo",
  ]],
  ["Over a container", ["present", "dismiss", "dismissAll"]],
  ["One screen", ["setParams", "replaceParams", "screen"]],
]

/** The definition that a `$ref` names (RFC 6901 §6), or the schema itself. */
export function resolved(schema, root) {
  if (schema?.$ref === undefined) return schema ?? {}
  const steps = decodeURIComponent(schema.$ref.slice(2)).split("/")
  return steps.reduce((at, step) => at?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], root) ?? {}
}

/** All actions of the app: `{ key, type, group, schema }`, those of the app's own first. */
export function actionForms(root) {
  const forms = (root.anyOf ?? []).flatMap(entry => {
    const name = decodeURIComponent(entry.$ref).replace("#/$defs/", "")
    const schema = resolved(entry, root)
    return (schema.anyOf ?? [schema]).map((one, index) => {
      const type = one.properties.type.const
      const group = name.startsWith("navigate.") ? family(type) : ownGroup(type)
      return { key: index === 0 ? name : `${name} ${index + 1}`, type, group, schema: one }
    })
  })
  const isOwn = form => form.key.startsWith("action.")
  return [...forms.filter(isOwn), ...forms.filter(form => !isOwn(form))]
}

function family(type) {
  return FAMILIES.find(([, types]) => types.includes(type))?.[0] ?? "Navigation"
}

function ownGroup(type) {
  const dot = type.lastIndexOf(".")
  return dot > 0 ? `This app: ${type.slice(0, dot)}` : "This app"
}

/** The form that fits an action best: of its type, with all it requires, and a place for every member. */
export function formFor(action, forms) {
  const fits = form => {
    const { properties, required = [] } = form.schema
    const misses = required.filter(name => !(name in action)).length
    return misses + Object.keys(action).filter(name => !(name in properties)).length
  }
  return forms.filter(form => form.type === action?.type).sort((a, b) => fits(a) - fits(b))[0]
}

/** The fields of an object: `[{ name, schema, isRequired }]`, with what its `if` and `then` say of the given value. */
export function fieldsOf(schema, value, root) {
  const properties = { ...schema.properties }
  for (const rule of schema.allOf ?? []) {
    const holds = Object.entries(rule.if?.properties ?? {}).every(([name, is]) => value?.[name] === is.const)
    if (holds) Object.assign(properties, rule.then?.properties)
  }
  return Object.entries(properties)
    .filter(([, property]) => property.const === undefined)
    .map(([name, property]) => {
      return { name, schema: resolved(property, root), isRequired: schema.required?.includes(name) ?? false }
    })
}

/** What kind of field a schema asks for. */
export function kindOf(schema) {
  if (schema.enum) return "choice"
  if (schema.oneOf?.every(one => one.properties?.type?.const !== undefined)) return "variants"
  const type = Array.isArray(schema.type) ? schema.type.find(one => one !== "null") : schema.type
  if (type === "object" && Object.keys(schema.properties ?? {}).length > 0 && schema.additionalProperties === false) {
    return "object"
  }
  return ["string", "integer", "number", "boolean"].includes(type) ? type : "json"
}

export function isNullable(schema) {
  return Array.isArray(schema.type) && schema.type.includes("null")
}
