// The session as a person pictures it, in the frame of a device, beside what can be done in it.

import { request, sessionPath } from "./api.js"
import { prefill } from "./compose-draft.js"
import { controls } from "./controls.js"
import { h, setText } from "./dom.js"
import { rebuild } from "./rebuilt.js"
import { drawScreenOf, themeOf } from "./stage-screens.js"
import { drawContainer } from "./stage-tree.js"
import { drawWays } from "./stage-ways.js"
import { hideTip } from "./tip.js"

export function stageView(model) {
  const past = h("p", { class: "hidden-text", id: "stage-past" })
  const covered = h("p", { class: "hidden-text", id: "stage-covered" },
    "Something is presented over this screen. Close that first.")
  const device = h("div", { class: "device", role: "region", "aria-label": "Screens" })
  const ways = h("div", { class: "ways", role: "region", "aria-label": "What can be done here" })
  const element = h("section", { class: "stage", "aria-label": "Stage" }, past, covered, h("div", { class: "stage-halves" }, device, ways))
  const available = new Available(model, update)
  const sender = new Sender(model)
  let drawn = []

  function update() {
    const { shown, isPast } = model
    if (!shown) {
      drawn = []
      return rebuild(device, h("p", { class: "muted" }, "There is no session to show yet."))
    }
    available.follow()
    const now = [shown, isPast, available.answer, available.problem]
    if (now.every((one, index) => one === drawn[index])) return
    drawn = now
    setText(past, isPast ? `Revision ${shown.revision} is past: nothing can be done in it. Go back to the present first.` : "")
    draw(shown, isPast ? { id: past.id, text: past.textContent } : null)
  }

  function draw(session, off) {
    hideTip()
    const stage = {
      model, sessionId: session.id, revision: session.revision, items: off ? [] : available.answer?.items ?? [],
      send: action => send(session.id, action),
    }
    const open = controls(stage, off)
    const under = controls(stage, { ...off ?? { id: covered.id, text: covered.textContent }, isBehind: true })
    const screen = drawScreenOf(session)
    device.dataset.app = session.app
    device.dataset.theme = themeOf(session)
    rebuild(device, drawContainer(session.navigation, {
      current: session.current.id, screen, controlsFor: isCovered => isCovered ? under : open,
    }))
    rebuild(ways, drawWays(session, available, off, {
      send: stage.send,
      compose(action) {
        prefill(model, action)
        model.show("compose")
      },
    }))
  }

  async function send(sessionId, action) {
    const receipt = await sender.send(sessionId, action)
    // What was written and refused has to give way to what is there.
    if (!receipt) drawn = []
    model.notify()
    return receipt
  }

  return { element, update }
}

/** What `GET S/available` says of the session as it is now; asked again with each revision, one question at a time. */
class Available {
  problem = null
  #answer = null
  #answerOf = null
  #asked = null
  #isAsking = false

  constructor(model, changed) {
    this.model = model
    this.changed = changed
  }

  /** Of the former revision, while that of the present one is on its way. */
  get answer() { return this.#answerOf === this.model.sessionId ? this.#answer : null }

  follow() {
    const { sessionId, head } = this.model
    const wanted = `${sessionId} ${head?.revision}`
    if (this.#isAsking || this.#asked === wanted || !head) return
    this.#asked = wanted
    this.#ask(sessionId)
  }

  async #ask(sessionId) {
    this.#isAsking = true
    try {
      const { body } = await request("GET", sessionPath(sessionId, "/available"))
      this.#answer = body
      this.problem = null
    } catch (problem) {
      this.#answer = null
      this.problem = problem
    }
    this.#answerOf = sessionId
    this.#isAsking = false
    this.changed()
  }
}

/** Sends actions one after the other, so that what was written first also arrives first. */
class Sender {
  #last = Promise.resolve()

  constructor(model) { this.model = model }

  /** → the receipt; null where it was refused, or the user has left the session. */
  send(sessionId, action) {
    this.#last = this.#last.then(() => this.model.sessionId === sessionId ? this.model.act(action) : null)
    return this.#last
  }
}
