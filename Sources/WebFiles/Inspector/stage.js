// The view Stage: the session in the frame of a device, beside its available actions.

import { request, sessionPath } from "./api.js"
import { prefill } from "./compose.js"
import { controls } from "./controls.js"
import { h, replace, setText } from "./dom.js"
import { rebuild } from "./rebuilt.js"
import { watching } from "./rights.js"
import { drawScreenOf, fields, themeOf } from "./stage-screens.js"
import { drawContainer } from "./stage-tree.js"
import { drawWays } from "./stage-ways.js"
import { remembered } from "./storage.js"
import { hideTip } from "./tip.js"

const frames = { phone: "Phone", tv: "TV", none: "No frame" }
const memory = remembered("frames", {})

export function stageView(model) {
  const past = h("p.hidden-text", { id: "stage-past" })
  const barred = h("p.muted", { id: "stage-barred" }, watching)
  const covered = h("p.hidden-text", { id: "stage-covered" }, "Another screen is presented over this one. Close it first.")
  const device = h("div.device", { role: "region", "aria-label": "Screens" })
  const data = h("div.stage-data", { role: "region", "aria-label": "The app's data" })
  const ways = h("div.ways", { role: "region", "aria-label": "Available actions" })
  const frame = h("select", { "aria-label": "Frame", onChange: () => setFrame(frame.value) },
    Object.entries(frames).map(([value, text]) => h("option", { value }, text)))
  const element = h("section", { "aria-label": "Stage" }, past, barred, covered,
    h("div.stage-halves", h("div.stage-screens", device, frame, data), ways))
  const available = new Available(model, update)
  const drafts = new Map()
  let drawn = []
  let last = Promise.resolve()
  // A button that is replaced between press and release receives no click.
  let isPressed = false
  element.addEventListener("pointerdown", () => { isPressed = true })
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => setTimeout(release))

  /** Sets the frame that the user chose for the app, or else the frame of the app's device. */
  function drawFrame() {
    const { name, device: kind } = model.app ?? {}
    frame.value = device.dataset.frame = memory.read()[name] ?? kind ?? "none"
  }

  function setFrame(kind) {
    memory.write({ ...memory.read(), [model.app.name]: kind })
    drawFrame()
  }

  function release() {
    isPressed = false
    update()
  }

  function update() {
    const { shown, isPast, may } = model
    barred.hidden = may.act
    available.follow()
    if (isPressed) return
    drawFrame()
    const now = [shown, isPast, may.act, available.answer, available.problem, model.app]
    if (now.every((one, index) => one === drawn[index])) return
    drawn = now
    if (!shown) return [device, data, ways].forEach(half => replace(half))
    setText(past, isPast ? `Revision ${shown.revision} is past; actions are disabled. Return to the present first.` : "")
    const off = isPast ? past : may.act ? null : barred
    draw(shown, off && { id: off.id, text: off.textContent })
  }

  function draw(session, off) {
    hideTip()
    const stage = {
      sessionId: session.id, revision: session.revision, items: off ? [] : available.answer?.items ?? [], drafts,
      send: action => send(session.id, action),
    }
    const behind = { ...off ?? { id: covered.id, text: covered.textContent }, isBehind: true }
    const drawing = { current: session.current.id, screen: drawScreenOf(session), controls: controls(stage, off) }
    drawing.covered = { ...drawing, controls: controls(stage, behind), get covered() { return this } }
    Object.assign(device.dataset, { app: session.app, theme: themeOf(session) })
    rebuild(device, drawContainer(session.navigation, drawing))
    // In a narrow frame not all panes are visible.
    for (const pane of device.querySelectorAll(".side-by-side > .focused")) pane.parentElement.scrollLeft = pane.offsetLeft
    replace(data, ...fields("Data", session.data))
    rebuild(ways, drawWays(session, model.app, available, off, {
      send: stage.send,
      compose(action) {
        prefill(model, action)
        model.show("compose")
      },
    }))
  }

  /** Sends actions one after the other, to keep their order. Resolves to the receipt, or null after a refusal. */
  function send(sessionId, action) {
    const sent = last.then(async () => {
      const receipt = model.sessionId === sessionId ? await model.act(action) : null
      // After a refusal, the next rendering replaces the rejected text.
      if (!receipt) drawn = []
      model.notify()
      return receipt
    })
    // The caller gets the error. The next action is sent nevertheless.
    last = sent.catch(() => null)
    return sent
  }

  return { element, update }
}

/** The response of `GET S/available` for the present. Requests it for each revision, with one request at a time. */
class Available {
  problem = null
  #answer = null
  #asked = null
  #isAsking = false

  constructor(model, changed) { Object.assign(this, { model, changed }) }

  /** The last response for this session. During a request, it is that of a former revision. */
  get answer() { return this.#answer?.sessionId === this.model.sessionId ? this.#answer : null }

  async follow() {
    const { sessionId, head } = this.model
    const wanted = `${sessionId} ${head?.revision}`
    if (this.#isAsking || this.#asked === wanted || !head) return
    this.#asked = wanted
    this.#isAsking = true
    try {
      this.#answer = { sessionId, ...(await request("GET", sessionPath(sessionId, "/available"))).body }
      this.problem = null
    } catch (problem) {
      this.#answer = null
      this.problem = problem
    }
    this.#isAsking = false
    this.changed()
  }
}
