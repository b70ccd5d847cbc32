// Says aloud, to those who listen with a screen reader, what others see happen.

import { h, setText } from "./dom.js"

export function announcer(model) {
  const element = h("div.hidden-text", { role: "status", "aria-live": "polite", "aria-label": "What happens" })
  let timer = null
  let heard = null
  model.onEvent(event => {
    if (event.type === "change") heard = `Revision ${event.data.revision}: ${event.data.action?.type ?? "several actions"}`
    else if (event.type === "refused") heard = `Refused: ${event.data.action?.type ?? "an action"}`
    else if (event.type === "closed") heard = "The session was deleted"
    else return
    // A burst is told by its last.
    timer ??= setTimeout(() => { timer = null; setText(element, heard) }, 700)
  })
  return { element }
}
