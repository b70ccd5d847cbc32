// What the session has sent out, and what it will do by itself.

import { request, sessionPath } from "./api.js"
import { h, keyed, replace, setText } from "./dom.js"
import { brief } from "./json-text.js"
import { typeOf } from "./log-entries.js"
import { clockTime, countdown, dateTime } from "./time.js"

const shownAtMost = 200

export function outputsView(model) {
  let sessionId = null
  let asked = null
  let timers = []
  let outputs = []
  let last = 0
  const timerRows = h("ul", { class: "timers", "aria-label": "Timers" })
  const noTimers = h("p", { class: "muted" }, "Nothing is pending.")
  const outputRows = h("ul", { class: "outputs", "aria-label": "Outputs" })
  const noOutputs = h("p", { class: "muted" }, "Nothing was sent out.")
  const element = h("div", { class: "outputs-view" },
    h("section", { "aria-labelledby": "timers-title" }, h("h2", { id: "timers-title" }, "Timers"),
      h("p", { class: "muted" }, "What will happen by itself, as it stands now."), noTimers, timerRows),
    h("section", { "aria-labelledby": "outputs-title" }, h("h2", { id: "outputs-title" }, "Outputs"),
      h("p", { class: "muted" }, "What reducers sent out for others to act on, the newest first."), noOutputs, outputRows))

  async function load(mark) {
    const id = sessionId
    asked = mark
    await model.attempt("session timers", async () => {
      const { body } = await request("GET", sessionPath(id, "/timers"))
      if (id === sessionId) timers = body.items
    })
    await model.attempt("session outputs", async () => {
      for (let next = last; next !== null && id === sessionId;) {
        const { body } = await request("GET", sessionPath(id, `/outputs?after=${next}&limit=1000`))
        if (id !== sessionId) return
        for (const output of body.items) if (output.seq > last) { outputs.push(output); last = output.seq }
        next = body.next
      }
    })
    if (id === sessionId) draw()
  }

  function draw() {
    noTimers.hidden = timers.length > 0
    noOutputs.hidden = outputs.length > 0
    keyed(timerRows, timers, timer => `${timer.id} ${timer.fireAt}`, makeTimer)
    keyed(outputRows, outputs.slice(-shownAtMost).reverse(), output => output.seq, makeOutput)
    tick()
  }

  function makeTimer(timer) {
    const left = h("span", { class: "countdown", role: "timer", "aria-live": "off", title: dateTime(timer.fireAt) })
    const name = typeOf(timer.action)
    const row = h("li", { class: "row wrap" }, left,
      h("strong", {}, name), h("code", { class: "grow" }, brief(timer.action)),
      timer.screen ? h("span", { class: "muted" }, `of ${timer.screen}`) : null,
      h("button", { "aria-label": `Fire ${name} now`, onClick: () => fire(timer) }, "Fire now"),
      h("button", { "aria-label": `Cancel ${name}`, onClick: () => cancel(timer) }, "Cancel"))
    row.tick = () => setText(left, countdown(timer.fireAt))
    return row
  }

  const makeOutput = output => h("li", { class: "row" },
    h("span", { class: "log-revision" }, output.seq), h("strong", {}, output.name), h("code", { class: "grow" }, brief(output.value, 400)),
    h("button", { class: "link", onClick: () => model.lookAt(output.revision) }, `revision ${output.revision}`),
    h("time", { class: "muted", datetime: output.at, title: dateTime(output.at) }, clockTime(output.at)))

  const pathOf = timer => sessionPath(sessionId, `/timers/${encodeURIComponent(timer.id)}`)

  async function fire(timer) {
    await model.attempt("timer", () => request("POST", `${pathOf(timer)}/fire`))
    load(null)
  }

  async function cancel(timer) {
    await model.attempt("timer", () => request("DELETE", pathOf(timer)))
    load(null)
  }

  function tick() { for (const row of timerRows.children) row.tick() }
  setInterval(() => { if (element.isConnected) tick() }, 100)

  return {
    element,
    update() {
      if (model.sessionId !== sessionId) {
        sessionId = model.sessionId
        timers = []
        outputs = []
        last = 0
        replace(timerRows)
        replace(outputRows)
      }
      const mark = `${sessionId} ${model.head?.revision}`
      if (model.head && mark !== asked) load(mark)
    },
  }
}
