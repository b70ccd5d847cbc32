// Shows the endless chains of timers, messages or calls, which the server slows down.

import { request, sessionPath } from "./api.js"
import { h, keyed } from "./dom.js"

/** The shortest time between two requests, in milliseconds. */
const pause = 3000
const causes = { timers: "timer", messages: "message", calls: "call" }

/** Requests the chains after each change of the session, and repeatedly while there are any. */
export function loopsView(model) {
  const element = h("div", { role: "status", "aria-label": "Endless chains" })
  let sessionId = null
  let asked = null
  let waiting = null

  async function load() {
    const id = sessionId
    asked = model.head.revision
    waiting = setTimeout(() => { waiting = null; next() }, pause)
    const answer = await model.attempt("loops", () => request("GET", sessionPath(id, "/loops")))
    if (id === sessionId) draw(answer?.body.items ?? [])
  }

  /** Requests the chains again, unless the session is idle. */
  function next() {
    if (waiting || !model.head || model.sessionId !== sessionId) return
    if (asked !== model.head.revision || element.childElementCount > 0) load()
  }

  function draw(loops) {
    keyed(element, loops, ({ kind, length, action }) => `${kind} ${length} ${action}`,
      ({ kind, length, action }) => h("div.row.wrap.banner",
        h("span", "This session seems to loop"),
        h("span", `${length} ${kind} so far, each caused by the ${causes[kind]} before; one a second now.`),
        h("code", action)))
  }

  return {
    element,
    update() {
      if (model.sessionId !== sessionId) {
        clearTimeout(waiting)
        waiting = asked = null
        sessionId = model.sessionId
        draw([])
      }
      next()
    },
  }
}
