// Copies text, and says so on the button that was pressed.

import { h } from "./dom.js"

/** A button that copies what `text()` gives at that moment. */
export function copyButton(label, text, props = {}) {
  const button = h("button", { type: "button", ...props, onClick: async () => {
    let said = "Copied"
    try {
      await navigator.clipboard.writeText(await text())
    } catch {
      // Without TLS, or with the permission refused.
      said = copyBySelection(await text()) ? "Copied" : "Not allowed"
    }
    button.textContent = said
    setTimeout(() => { button.textContent = label }, 1500)
  } }, label)
  return button
}

/** The way of pages that the clipboard's interface is closed to: those over plain HTTP. */
function copyBySelection(text) {
  const field = h("textarea", { class: "hidden-text", "aria-hidden": true, value: text })
  document.body.append(field)
  field.select()
  const done = document.execCommand("copy")
  field.remove()
  return done
}
