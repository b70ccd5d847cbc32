// Announces the events of the session to screen readers.

import { h, setText } from "./dom.js"
import { typeOf } from "./log-entries.js"

export function announcer(model) {
  const element = h("div.hidden-text", { role: "status", "aria-live": "polite", "aria-label": "What happens" })
  let timer = null
  let heard = null
  model.onEvent(({ type, data }) => {
    if (type === "change") {
      heard = `Revision ${data.revision}: ${typeOf(data.action)}${data.refused ? " was refused" : ""}`
    }
    else if (type === "refused") heard = `Refused: ${typeOf(data.action)}`
    else if (type === "closed") heard = "The session was deleted"
    else return
    // Of several events in a short time, only the last one is announced.
    timer ??= setTimeout(() => { timer = null; setText(element, heard) }, 700)
  })
  return { element }
}
