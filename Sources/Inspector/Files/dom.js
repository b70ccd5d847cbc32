// Elements, made without markup: what comes from a session is only ever text.

const properties = new Set(["value", "checked", "selected", "indeterminate", "open", "returnValue"])

function set(element, name, value) {
  if (name === "style") {
    // Through the object model: the page's policy refuses style attributes.
    for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text)
  } else if (name === "dataset") {
    Object.assign(element.dataset, value)
  } else if (typeof value === "function") {
    element.addEventListener(name.slice(2).toLowerCase(), value)
  } else if (properties.has(name)) {
    element[name] = value
  } else if (name.startsWith("aria-")) {
    element.setAttribute(name, String(value))
  } else if (value !== false) {
    element.setAttribute(name, value === true ? "" : String(value))
  }
}

function fill(element, props, children) {
  append(element, children)
  // After the children: a <select> takes only a value that it has an option for.
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value !== null && value !== undefined) set(element, name, value)
  }
  return element
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child)
  }
}

/** An HTML element. `onClick` and the like are listeners; `style` is an object of CSS properties. */
export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children)

/** An SVG element. */
export const svg = (tag, props, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children)

/** Puts `children` in the place of all that `element` holds. */
export function replace(element, ...children) {
  element.textContent = ""
  append(element, children)
  return element
}

/** Sets the text only where it differs, so that a selection in it lasts and nothing is read out twice. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/**
 * Makes `parent` hold one element for each item, in their order. An element stays the same for the same key: focus,
 * selection and scroll positions in it last.
 */
export function keyed(parent, items, keyOf, make, update) {
  const former = parent.keyedElements ?? new Map()
  const present = new Map()
  let place = parent.firstChild
  for (const item of items) {
    const key = keyOf(item)
    const element = former.get(key) ?? make(item)
    update?.(element, item)
    if (element === place) place = place.nextSibling
    else parent.insertBefore(element, place)
    present.set(key, element)
  }
  for (const [key, element] of former) if (!present.has(key)) element.remove()
  parent.keyedElements = present
}
