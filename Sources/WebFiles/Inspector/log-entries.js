// Loads the history of the session in pages, and collects the refusals since the inspector was opened.

import { request, sessionPath } from "./api.js"

const pageSize = 1000

/**
 * The entries `{ revision, at, type, action, actor, by, who, outputs, problem?, reason?, text, note? }`. Searches look in
 * `text`; `note` is `{ what, revision }`: what became of the change by a later amendment.
 */
export class LogEntries {
  /** The entries, oldest first. */
  entries = []
  isLoading = false

  #model
  #sessionId = null
  #byRevision = new Map()
  /** The revision of the head at the last request for the history. */
  #asked = 0

  constructor(model) {
    this.#model = model
    model.onEvent(({ type, data }) => {
      if (type === "refused" && data.actor !== "timer" && data.actor !== "call") this.#add(entryOf({ ...data, outputs: [] }))
      // After a reset, some of the missed revisions are no longer available.
      if (type === "reset") this.#clear()
    })
  }

  /** The oldest available revision. */
  get oldest() {
    const first = this.#byRevision.keys().next().value ?? this.#model.head?.revision ?? 1
    return first === 2 ? 1 : first
  }

  /** Whether undo and redo may lead anywhere and the caller may: `{ undo, redo }`. */
  get moves() {
    const { head, may } = this.#model
    if (!head || !may.lead) return { undo: false, redo: false }
    if (!may.past || head.can.undo || head.can.redo) return head.can
    // An app that denies both to clients says so to everybody.
    return { undo: head.revision > this.oldest, redo: ["undo", "redo", "jump"].includes(this.entries.at(-1)?.type) }
  }

  entryOf(revision) { return this.#byRevision.get(revision) }

  /** Loads the missing part of the history. */
  update() {
    const { head, sessionId } = this.#model
    if (sessionId !== this.#sessionId) {
      this.#sessionId = sessionId
      this.#clear()
    }
    // Each head causes one request, so that a failed request is not repeated endlessly.
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
    if (!entry.problem) {
      this.#byRevision.set(entry.revision, entry)
      this.#noteAmendment(entry)
    }
    let place = entries.length
    // A refusal can arrive before the history of its revision.
    while (place > 0 && orderOf(entries[place - 1]) > orderOf(entry)) place -= 1
    entries.splice(place, 0, entry)
    this.#model.notify()
  }

  #noteAmendment({ revision, action }) {
    if (action?.type !== "amend") return
    const note = (changed, what) => {
      const entry = this.entryOf(changed)
      if (entry) entry.note = { what, revision }
    }
    note(action.revision, "amended")
    for (const dropped of [action.dropped ?? []].flat()) note(dropped, "left out")
  }
}

const orderOf = ({ revision, problem }) => revision + (problem ? 0.5 : 0)

/** Returns the type of an action, followed by the types of inner actions (of a screen or an item). */
export function typeOf(action) {
  if (action?.actions) return `${action.actions.length} actions`
  return action?.action?.type ? `${action.type} › ${typeOf(action.action)}` : action?.type ?? "—"
}

const whoOf = ({ actor, by }) => actor ?? by?.name ?? by?.subject ?? by?.id ?? by?.kind ?? null

function entryOf(item) {
  const { action, actor, by, outputs, problem, refused: reason = problem } = item
  const words = [JSON.stringify([action, by]), actor, item.requestId, reason?.code, ...outputs.map(output => output.name)]
  return { ...item, reason, type: typeOf(action), who: whoOf(item), text: words.join(" ").toLowerCase() }
}
