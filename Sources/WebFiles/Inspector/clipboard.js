// Copies text, and says so on the button that was pressed.

import { h } from "./dom.js"

/** A button that copies what `text()` gives at that moment, or promises. */
export function copyButton(label, text, props = {}) {
  const button = h("button", { type: "button", ...props, onClick: async () => {
    // The clipboard's interface is closed to pages over plain HTTP from another machine.
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
