// Creates elements without parsing markup, so that the values of a session are only ever text.

const properties = new Set(["value", "checked", "open"])

function set(element, name, value) {
  // Sets each property by itself: the page's content security policy blocks style attributes.
  if (name === "style") for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text)
  else if (name === "dataset") Object.assign(element.dataset, value)
  else if (typeof value === "function") element.addEventListener(name.slice(2).toLowerCase(), value)
  else if (properties.has(name)) element[name] = value
  else if (name.startsWith("aria-")) element.setAttribute(name, value)
  else if (value !== false) element.setAttribute(name, value === true ? "" : value)
}

function fill(element, props, children) {
  append(element, children)
  // The children come first: a <select> accepts only the value of an existing option.
  for (const [name, value] of Object.entries(props)) if ((value ?? null) !== null) set(element, name, value)
  return element
}

function append(element, children) {
  element.append(...children.flat(Infinity).filter(child => (child ?? false) !== false))
}

/**
 * Creates an HTML element from `"div"` or `"div.class.class"`, optional properties, and children. Children that are
 * null or false are left out. `onClick` and the like are listeners. `style` has CSS properties.
 */
export function h(name, props, ...children) {
  if (props?.constructor !== Object) return h(name, {}, props, ...children)
  const [tag, ...classes] = name.split(".")
  const element = document.createElement(tag)
  if (classes.length > 0) element.className = classes.join(" ")
  return fill(element, props, children)
}

/** Creates an SVG element. */
export const svg = (tag, props, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children)

/** Replaces the content of an element by `children`. */
export function replace(element, ...children) {
  element.textContent = ""
  append(element, children)
  return element
}

/** Sets the text only if it differs. This keeps selections and avoids repeated announcements. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/**
 * Gives `parent` one element for each item, in their order. The element of a key stays the same, so that the focus, the
 * selection and the scroll positions in it are kept.
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
  // An element that moves loses the focus.
  if (parent.contains(focused)) focused.focus({ preventScroll: true })
}
