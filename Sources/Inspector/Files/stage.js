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
  const past = h("p", { class: "stage-past", id: "stage-past", hidden: true })
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
    setText(past, isPast ? `You look at revision ${shown.revision} of ${model.head?.revision}: it is past, nothing can be done in it.` : "")
    past.hidden = !isPast
    draw(shown, isPast ? { id: past.id, text: past.textContent } : null)
  }

  function draw(session, off) {
    hideTip()
    const stage = {
      model, revision: session.revision, items: off ? [] : available.answer?.items ?? [], send: action => sender.send(action),
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

  return { element, update }
}

/** What `GET S/available` says of the session as it is now; asked again with each revision, one question at a time. */
class Available {
  answer = null
  problem = null
  #asked = null
  #isAsking = false

  constructor(model, changed) {
    this.model = model
    this.changed = changed
  }

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
      Object.assign(this, { answer: body, problem: null })
    } catch (problem) {
      Object.assign(this, { answer: null, problem })
    }
    this.#isAsking = false
    this.changed()
  }
}

/** Sends actions one after the other, so that what was written first also arrives first. */
class Sender {
  #last = Promise.resolve()

  constructor(model) { this.model = model }

  /** → the receipt; null where it was refused. */
  send(action) {
    this.#last = this.#last.then(() => this.model.act(action))
    return this.#last
  }
}
