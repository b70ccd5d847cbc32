// Creates the elements, which are new for each state.

/** Creates an element, such as `element("button.primary", { onclick }, "Order")`. */
export function element(name, properties, ...content) {
  const [tag, ...classes] = name.split(".")
  const made = Object.assign(document.createElement(tag), properties)
  made.classList.add(...classes)
  made.append(...content.flat().filter(part => part !== null))
  return made
}

/** Replaces the children of an element, and keeps the focus on the button with the same name. */
export function draw(place, elements) {
  const name = button => button.ariaLabel ?? button.textContent
  const focused = place.contains(document.activeElement) && name(document.activeElement)
  place.replaceChildren(...elements)
  if (focused) [...place.querySelectorAll("button")].find(button => name(button) === focused)?.focus()
}

export const money = cents => `€ ${(cents / 100).toFixed(2)}`
