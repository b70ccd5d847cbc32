// Elements, made without markup: what comes from a session is only ever text.

const properties = new Set(["value", "checked", "open"])

function set(element, name, value) {
  // Through the object model: the page's policy refuses style attributes.
  if (name === "style") for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text)
  else if (name === "dataset") Object.assign(element.dataset, value)
  else if (typeof value === "function") element.addEventListener(name.slice(2).toLowerCase(), value)
  else if (properties.has(name)) element[name] = value
  else if (name.startsWith("aria-")) element.setAttribute(name, value)
  else if (value !== false) element.setAttribute(name, value === true ? "" : value)
}

function fill(element, props, children) {
  append(element, children)
  // After the children: a <select> takes only a value that it has an option for.
  for (const [name, value] of Object.entries(props)) if ((value ?? null) !== null) set(element, name, value)
  return element
}

function append(element, children) {
  element.append(...children.flat(Infinity).filter(child => (child ?? false) !== false))
}

/**
 * An HTML element, of `"div"` or `"div.class.class"`, with properties, if an object is given, and children; those that
 * are null or false are left out. `onClick` and the like are listeners; `style` has CSS properties.
 */
export function h(name, props, ...children) {
  if (props?.constructor !== Object) return h(name, {}, props, ...children)
  const [tag, ...classes] = name.split(".")
  const element = document.createElement(tag)
  if (classes.length > 0) element.className = classes.join(" ")
  return fill(element, props, children)
}

/** An SVG element. */
export const svg = (tag, props, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children)

/** Puts `children` in the place of all that `element` holds. */
export function replace(element, ...children) {
  element.textContent = ""
  append(element, children)
  return element
}

/** Sets the text only if it differs: keeps selections, and avoids repeated announcements. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/**
 * Makes `parent` hold one element for each item, in their order. An element stays the same for the same key: focus,
 * selection and scroll positions in it last.
 */
export function keyed(parent, items, keyOf, make, update) {
  const former = parent.keyedElements ?? new Map()
  const present = parent.keyedElements = new Map()
  const focused = document.activeElement
  let place = parent.firstChild
  for (const item of items) {
    const key = keyOf(item)
    const element = former.get(key) ?? make(item)
    former.delete(key)
    update?.(element, item)
    if (element === place) place = place.nextSibling
    else parent.insertBefore(element, place)
    present.set(key, element)
  }
  for (const element of former.values()) element.remove()
  // What moves loses the focus.
  if (parent.contains(focused)) focused.focus({ preventScroll: true })
}
