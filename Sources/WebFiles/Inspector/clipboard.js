// Copies text, and shows the result on the pressed button.

import { h } from "./dom.js"

/** Returns a button that copies the result of `text()`, or of its promise. */
export function copyButton(label, text, props = {}) {
  const button = h("button", { type: "button", ...props, onClick: async () => {
    // `navigator.clipboard` is undefined on a page that comes over plain HTTP from another machine.
    const wanted = await text()
    const done = navigator.clipboard
      ? await navigator.clipboard.writeText(wanted).then(() => true, () => false) : copyBySelection(wanted)
    button.textContent = done ? "Copied" : "Not allowed"
    setTimeout(() => { button.textContent = label }, 1500)
  } }, label)
  return button
}

function copyBySelection(text) {
  const field = h("textarea.hidden-text", { "aria-hidden": true, value: text })
  document.body.append(field)
  field.select()
  const done = document.execCommand("copy")
  field.remove()
  return done
}
