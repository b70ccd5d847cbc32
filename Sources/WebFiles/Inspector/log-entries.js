// The history of the session, page by page, and the refusals since the page was opened.

import { request, sessionPath } from "./api.js"

const pageSize = 1000

/** Its entries are `{ revision, at, type, action, actor, outputs, problem?, reason?, text }`; `text` is searched in. */
export class LogEntries {
  /** Oldest first. */
  entries = []
  isLoading = false

  #model
  #sessionId = null
  #byRevision = new Map()
  /** The head's revision when the history was last asked for. */
  #asked = 0

  constructor(model) {
    this.#model = model
    model.onEvent(({ type, data }) => {
      if (type === "refused" && data.actor !== "timer" && data.actor !== "call") this.#add(entryOf({ ...data, outputs: [] }))
      // Some of what came since is not kept any more.
      if (type === "reset") this.#clear()
    })
  }

  /** The oldest available revision. */
  get oldest() {
    const first = this.#byRevision.keys().next().value ?? this.#model.head?.revision ?? 1
    return first === 2 ? 1 : first
  }

  entryOf(revision) { return this.#byRevision.get(revision) }

  /** Fetches what is not here yet. */
  update() {
    const { head, sessionId } = this.#model
    if (sessionId !== this.#sessionId) {
      this.#sessionId = sessionId
      this.#clear()
    }
    // Once for each head: what fails is not tried again and again.
    if (head && head.revision !== this.#asked && !this.isLoading) this.#pull(head.revision)
  }

  #clear() {
    this.entries = []
    this.#byRevision.clear()
    this.#asked = 0
  }

  async #pull(head) {
    const sessionId = this.#sessionId
    const last = this.entries.findLast(entry => !entry.problem)?.revision ?? 0
    this.#asked = head
    this.isLoading = true
    await this.#model.attempt("session log", async () => {
      for (let next = last; next !== null;) {
        const { body } = await request("GET", sessionPath(sessionId, `/history?after=${next}&limit=${pageSize}`))
        if (sessionId !== this.#sessionId) return
        for (const item of body.items) this.#add(entryOf(item))
        next = body.next
        this.#model.notify()
      }
    })
    this.isLoading = false
    this.#model.notify()
  }

  #add(entry) {
    const { entries } = this
    if (!entry.problem) this.#byRevision.set(entry.revision, entry)
    let place = entries.length
    // A refusal may come before the history of its revision.
    while (place > 0 && orderOf(entries[place - 1]) > orderOf(entry)) place -= 1
    entries.splice(place, 0, entry)
    this.#model.notify()
  }
}

const orderOf = ({ revision, problem }) => revision + (problem ? 0.5 : 0)

/** What an action is called: the inner ones of a screen's or an item's action too. */
export function typeOf(action) {
  if (action?.actions) return `${action.actions.length} actions`
  return action?.action?.type ? `${action.type} › ${typeOf(action.action)}` : action?.type ?? "—"
}

function entryOf(item) {
  const { action, actor, outputs, problem, refused: reason = problem } = item
  const words = [JSON.stringify(action), actor, reason?.code, ...outputs.map(output => output.name)]
  return { ...item, reason, type: typeOf(action), text: words.join(" ").toLowerCase() }
}
