// Loads the list of sessions. The event stream of an app updates a list of one app. Polling updates a list of all apps.

import { appPath, request } from "./api.js"
import { events } from "./events.js"

/** The shortest time between two requests, in milliseconds. */
const pause = 2000
const pageSize = 200
/** An incomplete list also has the sessions that changed within this time, in milliseconds. */
const recently = 10 * 60_000

export class SessionFeed {
  /** The items of `GET /v1/sessions`, the last changed first. */
  items = []
  hasMore = false
  problem = null
  isLoaded = false

  #app = ""
  #query = []
  #wanted = pageSize
  #isVisible = false
  /** Whether the whole list has to be loaded again. */
  #isStale = true
  /** The changed sessions that are not loaded yet: maps the id of a session to its event. */
  #changes = new Map()
  #stream = null
  #cursor = null
  /** Whether the app has no stream, because it is not on this server. */
  #isPolling = false
  #reading = null
  #timer = null
  #drawn

  /** Calls `drawn()` after each change. */
  constructor(drawn) { this.#drawn = drawn }

  /** @param query the other filters, as pairs of a name and a value */
  filter(app, query) {
    if (app !== this.#app) {
      this.#stream?.abort()
      Object.assign(this, { items: [], isLoaded: false })
      this.#stream = this.#cursor = null
      this.#isPolling = false
    }
    this.#app = app
    this.#query = [...app ? [["app", app]] : [], ...query]
    this.#wanted = pageSize
    this.reload()
  }

  more() {
    this.#wanted += pageSize
    this.reload()
  }

  /** Keeps a connection only while the list is visible. A new connection continues after the last event. */
  show(isVisible) {
    if (isVisible === this.#isVisible) return
    this.#isVisible = isVisible
    if (!isVisible) {
      this.#stream?.abort()
      this.#stream = null
    }
    this.#continue()
  }

  reload() {
    this.#reading?.abort()
    clearTimeout(this.#timer)
    this.#reading = this.#timer = this.problem = null
    this.#isStale = true
    this.#continue()
  }

  get #isStreaming() { return this.#app !== "" && !this.#isPolling }

  #continue() {
    if (!this.#isVisible) return
    if (this.#isStreaming && !this.#stream) this.#listen()
    this.#read()
  }

  #listen() {
    const { signal } = this.#stream = new AbortController()
    events(appPath(this.#app, "/events"), {
      signal, last: this.#cursor,
      onEvent: event => { if (!signal.aborted) this.#hear(event) },
      onState: (state, problem) => { if (!signal.aborted) this.#connect(state, problem) },
    })
  }

  #connect(state, problem) {
    if (state === "closed" || state === "refused") {
      this.#stream = null
      this.#isPolling = state === "closed"
    }
    this.problem = problem ?? null
    this.#drawn()
    if (this.#isPolling) this.#read()
  }

  #hear({ type, id, data }) {
    // The first event marks the start of the stream. A list that is loaded after it is complete.
    if (type === "reset" || this.#cursor === null) this.#isStale = true
    this.#cursor = id
    if (data.session) this.#changes.set(data.session, { type, at: this.#changes.get(data.session)?.at ?? data.at })
    if (type === "deleted") {
      this.items = this.items.filter(item => item.id !== data.session)
      this.#drawn()
    }
    this.#read()
  }

  /** Loads the list or its changes if they are due, with one request at a time. */
  async #read() {
    if (this.#reading || this.#timer || !this.#isVisible || this.problem?.needsToken) return
    if (this.#isStreaming && (this.#cursor === null || !this.#isStale && this.#changes.size === 0)) return
    const { signal } = this.#reading = new AbortController()
    const changes = this.#changes
    this.#changes = new Map()
    try {
      await (this.#isStreaming && !this.#isStale ? this.#readChanged(changes, signal) : this.#readAll(signal))
      this.problem = null
    } catch (error) {
      if (signal.aborted) return
      this.problem = error
      this.#isStale = true
    }
    this.#reading = null
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#read()
    }, pause)
    this.#drawn()
  }

  async #readAll(signal) {
    this.#isStale = false
    const some = await pages(this.#query, this.#wanted, signal)
    this.hasMore = some.next !== null
    const updatedAfter = new Date(Date.now() - recently).toISOString()
    const recent = this.hasMore
      ? await pages([...this.#query, ["updatedAfter", updatedAfter]], pageSize, signal) : { items: [] }
    this.#take([...some.items, ...recent.items])
    this.isLoaded = true
  }

  /** Loads the changed sessions. Removes those that the filters exclude now. */
  async #readChanged(changes, signal) {
    const first = Math.min(...[...changes.values()].map(({ at }) => Date.parse(at)))
    const query = [...this.#query, ["updatedAfter", new Date(first - 1).toISOString()]]
    const { items, next } = await pages(query, pageSize, signal)
    const found = new Set(items.map(({ id }) => id))
    const lost = [...changes].filter(([id]) => !found.has(id))
    // An imported session keeps its time, so the query can miss it.
    if (next !== null || lost.some(([, change]) => change.type === "created")) return this.#readAll(signal)
    this.#take([...this.items.filter(({ id }) => !changes.has(id)), ...items])
    if (this.items.length <= this.#wanted + pageSize) return
    this.items.length = this.#wanted + pageSize
    this.hasMore = true
  }

  #take(items) {
    this.items = [...new Map(items.map(item => [item.id, item])).values()]
      .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
  }
}

/** Loads pages of the list, which is in the order of ids, until there are `wanted` sessions. */
async function pages(query, wanted, signal) {
  const items = []
  let next = null
  do {
    const values = new URLSearchParams([...query, ["limit", pageSize], ...next ? [["after", next]] : []])
    const { body } = await request("GET", `/v1/sessions?${values}`, { signal })
    items.push(...body.items)
    next = body.next
  } while (next !== null && items.length < wanted)
  return { items, next }
}
