// Modal dialogs. The browser manages the focus and Escape.

import { h } from "./dom.js"

let count = 0

/** Opens a dialog with the content of `build(close)`. Resolves to the value given to `close`, or to null. */
export function dialog(title, build) {
  return new Promise(resolve => {
    let result = null
    const close = value => { result = value ?? null; element.close() }
    const titleId = `dialog-title-${++count}`
    const closed = () => { element.remove(); resolve(result) }
    const element = h("dialog.dialog", { "aria-labelledby": titleId, closedby: "any", onClose: closed },
      h("div.row",
        h("h2", { id: titleId }, title),
        h("button.quiet.icon", { "aria-label": "Close", onClick: () => close() }, "✕")),
      build(close))
    document.body.append(element)
    element.showModal()
    element.querySelector("[autofocus]")?.focus()
  })
}

/** Asks the user to confirm an operation that cannot be undone. Resolves to whether the user confirmed it. */
export const confirmed = (title, text, verb) =>
  dialog(title, close => [
    h("p", text),
    h("div.row.end",
      h("button", { onClick: () => close(false), autofocus: true }, "Cancel"),
      h("button.danger", { onClick: () => close(true) }, verb)),
  ]).then(answer => answer === true)
