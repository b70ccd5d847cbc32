// The view Outputs: the pending timers, the calls without an answer, and the outputs of the session.

import { request, sessionPath } from "./api.js"
import { h, keyed, setText } from "./dom.js"
import { brief } from "./json-text.js"
import { typeOf } from "./log-entries.js"
import { clockTime, countdown, dateTime } from "./time.js"

const shownAtMost = 200
/** Milliseconds. Attempts of calls are not changes of the session. */
const pause = 3000

export function outputsView(model) {
  let sessionId = null
  let asked = null
  let timers = []
  let calls = []
  let waiting = null
  let outputs = []
  const timerRows = h("ul", { "aria-label": "Timers" })
  const noTimers = h("p.muted", "Nothing is pending.")
  const callRows = h("ul", { "aria-label": "Calls" })
  const callsSection = h("section", { hidden: true }, h("h2", "Calls"),
    h("p.muted", "Requests without an answer."), callRows)
  const outputRows = h("ul", { "aria-label": "Outputs" })
  const noOutputs = h("p.muted", "No outputs yet.")
  const element = h("div.outputs-view",
    h("section", h("h2", "Timers"), h("p.muted", "Actions that will be sent at a given time."), noTimers, timerRows),
    callsSection,
    h("section", h("h2", "Outputs"), h("p.muted", "Events that the session sent to its subscribers, newest first."),
      noOutputs, outputRows))

  async function load() {
    const id = sessionId
    clearTimeout(waiting)
    await model.attempt("session outputs", async () => {
      const pending = (await request("GET", sessionPath(id, "/timers"))).body.items
      const sent = await outputsAfter(id, outputs.at(-1)?.seq ?? 0)
      const unanswered = (await request("GET", sessionPath(id, "/calls"))).body.items
      if (id !== sessionId) return
      timers = pending
      calls = unanswered
      clearTimeout(waiting)
      if (calls.length > 0) waiting = setTimeout(load, pause)
      // Two requests can run at the same time.
      outputs = [...outputs, ...sent.filter(output => output.seq > (outputs.at(-1)?.seq ?? 0))]
    })
    draw()
  }

  function draw() {
    noTimers.hidden = timers.length > 0
    noOutputs.hidden = outputs.length > 0
    keyed(timerRows, timers, timer => `${timer.id} ${timer.fireAt}`, makeTimer)
    callsSection.hidden = calls.length === 0
    keyed(callRows, calls, call => `${call.revision} ${call.id} ${call.at} ${call.attempts}`, makeCall)
    keyed(outputRows, outputs.slice(-shownAtMost).reverse(), output => `${sessionId} ${output.seq}`, makeOutput)
    tick()
  }

  function makeTimer({ id, fireAt, action, screen, every, zone }) {
    const left = h("span.countdown", { role: "timer", title: dateTime(fireAt) })
    const name = typeOf(action)
    const button = (label, method, rest = "") => h("button.acts", { "aria-label": `${label}: ${name}`, onClick: async () => {
      await model.attempt("timer", () => request(method, sessionPath(sessionId, `/timers/${id}${rest}`)))
      load()
    } }, label)
    const row = h("li.row.wrap", left, h("strong", name), h("code.grow", brief(action)),
      screen && h("span.muted", `of ${screen}`), every && h("span.muted", `every ${every}${zone ? ` (${zone})` : ""}`),
      button("Fire now", "POST", "/fire"), button("Cancel", "DELETE"))
    row.tick = () => setText(left, countdown(fireAt))
    return row
  }

  const makeCall = ({ id, screen, method, host, revision, attempts, nextAttemptAt, lastFailure }) => h("li.row.wrap",
    h("strong", id ?? method), h("code.grow", `${method} ${host}`), screen && h("span.muted", `of ${screen}`),
    h("span.muted", attempts
      ? `failed ${attempts} times (${lastFailure}), next at ${clockTime(nextAttemptAt)}` : "in flight"),
    h("button.link", { onClick: () => model.lookAt(revision) }, `revision ${revision}`))

  const makeOutput = ({ seq, name, value, revision, at }) => h("li.row",
    h("span.muted", seq), h("strong", name), h("code.grow", brief(value, 400)),
    h("button.link", { onClick: () => model.lookAt(revision) }, `revision ${revision}`),
    h("time.muted", { datetime: at, title: dateTime(at) }, clockTime(at)))

  function tick() { for (const row of timerRows.children) row.tick() }
  setInterval(tick, 100)

  return {
    element,
    update() {
      if (model.sessionId !== sessionId) {
        sessionId = model.sessionId
        timers = []
        calls = []
        clearTimeout(waiting)
        outputs = []
        draw()
      }
      const mark = `${sessionId} ${model.head?.revision}`
      if (!model.head || mark === asked) return
      asked = mark
      load()
    },
  }
}

async function outputsAfter(id, seq) {
  const items = []
  for (let next = seq; next !== null;) {
    const { body } = await request("GET", sessionPath(id, `/outputs?after=${next}&limit=1000`))
    items.push(...body.items)
    next = body.next
  }
  return items
}
