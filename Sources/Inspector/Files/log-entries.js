// What happened in the chosen session: its history, fetched page by page, and what was refused since the page is open.

import { request, sessionPath } from "./api.js"

const pageSize = 1000

/** @typedef {{ revision, at, type, action, actor, outputs, problem?, text }} Entry `text` is what is searched in. */

export class LogEntries {
  /** Oldest first. */
  entries = []
  isLoading = false

  #model
  #sessionId = null
  #last = 0
  /** The head's revision when the history was last asked for. */
  #asked = 0

  constructor(model) {
    this.#model = model
    model.onEvent(event => {
      if (event.type === "refused") this.#add(entryOfRefusal(event.data))
      if (event.type === "reset") this.#clear()
    })
  }

  /** The oldest revision that can be looked at. */
  get oldest() {
    const first = this.entries.find(entry => !entry.problem)?.revision
    // The action that made the first revision that is kept is kept with it; nothing made revision 1.
    if (first === undefined) return this.#model.head?.revision ?? 1
    return first === 2 ? 1 : first
  }

  /** Revisions have no gaps, but refusals lie among them: a binary search. */
  entryOf(revision) {
    let low = 0
    let high = this.entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.entries[middle].revision < revision) low = middle + 1
      else high = middle
    }
    const entry = this.entries[low]
    return entry?.revision === revision && !entry.problem ? entry : null
  }

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
    this.#last = 0
    this.#asked = 0
  }

  async #pull(head) {
    const sessionId = this.#sessionId
    this.#asked = head
    this.isLoading = true
    await this.#model.attempt("session log", async () => {
      for (let next = this.#last; next !== null;) {
        const { body } = await request("GET", sessionPath(sessionId, `/history?after=${next}&limit=${pageSize}`))
        if (sessionId !== this.#sessionId) return
        for (const item of body.items) if (item.revision > this.#last) this.#add(entryOf(item))
        next = body.next
        this.#model.notify()
      }
    })
    this.isLoading = false
    this.#model.notify()
  }

  #add(entry) {
    const { entries } = this
    let place = entries.length
    // A refusal may be heard before the history of its revision has come.
    while (place > 0 && order(entries[place - 1]) > order(entry)) place -= 1
    entries.splice(place, 0, entry)
    if (!entry.problem) this.#last = entry.revision
    this.#model.notify()
  }
}

const order = entry => entry.revision + (entry.problem ? 0.5 : 0)

/** What an action is called: the inner ones of a screen's or an item's action too. */
export function typeOf(action) {
  if (action === null || action === undefined) return "—"
  if (Array.isArray(action.actions)) return `${action.actions.length} actions`
  return action.action?.type ? `${action.type} › ${typeOf(action.action)}` : action.type ?? "—"
}

const entryOf = item => ({ ...item, type: typeOf(item.action), text: textOf(item) })

const entryOfRefusal = data => ({ ...data, outputs: [], type: typeOf(data.action), text: textOf(data) })

const textOf = ({ action, actor, outputs, problem }) =>
  `${JSON.stringify(action)} ${actor ?? ""} ${(outputs ?? []).map(output => output.name).join(" ")} ${problem?.code ?? ""}`.toLowerCase()
