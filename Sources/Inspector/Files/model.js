// What the page is about: the chosen session, the revision that is looked at, and what the server says of both.

import { act, appPath, events, Problem, request, sessionPath } from "./api.js"
import { addressOf, readAddress } from "./address.js"
import { forgetTokenOf, keepTokenOf } from "./tokens.js"

export class Model {
  /** The chosen session's id, or null. */
  sessionId = null
  /** One of `views` in address.js. */
  view = "stage"
  /** The revision that is looked at; null is the present. */
  revision = null
  /** The session as it is now, as `GET S` gives it; null until it is there. */
  head = null
  /** The session as it is looked at: `head`, or as it was at `revision`; null until it is there. */
  shown = null
  /** idle, connecting, live, reconnecting, closed, refused. */
  connection = "idle"
  /** `{ name, version, routes, definition?, schema }` of the session's app, or null until it is loaded. */
  app = null
  /** What went wrong and still does: a `Problem` under the name of what was tried. */
  problems = new Map()

  #subscribers = new Set()
  #eventListeners = new Set()
  #scheduled = false
  #stream = null
  #pastSessions = new Map()

  get isPast() { return this.revision !== null && this.revision !== this.head?.revision }

  /** Calls `changed(model)` after changes, at most once a frame. → a function that ends it. */
  subscribe(changed) {
    this.#subscribers.add(changed)
    return () => this.#subscribers.delete(changed)
  }

  /** Calls `heard({ type, id, data })` for each event of the chosen session. → a function that ends it. */
  onEvent(heard) {
    this.#eventListeners.add(heard)
    return () => this.#eventListeners.delete(heard)
  }

  /** Something changed: subscribers hear of it soon. */
  notify() {
    if (this.#scheduled) return
    this.#scheduled = true
    const tell = () => {
      this.#scheduled = false
      for (const changed of this.#subscribers) changed(this)
    }
    // A hidden page has no frames.
    if (document.visibilityState === "visible") requestAnimationFrame(tell)
    else setTimeout(tell, 250)
  }

  // What the user looks at

  start() {
    addEventListener("hashchange", () => this.#follow(readAddress()))
    this.#follow(readAddress())
  }

  choose(sessionId, { view = this.view, revision = null } = {}) { this.#go({ sessionId, view, revision }) }

  show(view) { this.#go({ sessionId: this.sessionId, view, revision: this.revision }) }

  /** `null` is the present. Moving along the timeline leaves no trail in the browser's history. */
  lookAt(revision) {
    const place = { sessionId: this.sessionId, view: this.view, revision: revision === this.head?.revision ? null : revision }
    history.replaceState(null, "", addressOf(place))
    this.#follow(place)
  }

  #go(place) {
    const address = addressOf(place)
    if (location.hash !== address) history.pushState(null, "", address)
    this.#follow(place)
  }

  #follow({ sessionId, view, revision }) {
    this.view = view
    this.revision = revision
    if (sessionId !== this.sessionId) this.#listenTo(sessionId)
    this.#showRevision()
    this.notify()
  }

  // The chosen session

  #listenTo(sessionId) {
    this.#stream?.abort()
    this.#pastSessions.clear()
    Object.assign(this, { sessionId, head: null, shown: null, app: null, connection: "idle" })
    for (const name of this.problems.keys()) if (name.startsWith("session")) this.problems.delete(name)
    this.#stream = sessionId === null ? null : new AbortController()
    if (sessionId === null) return
    const { signal } = this.#stream
    events(sessionId, {
      signal, refusals: true,
      onEvent: event => { if (!signal.aborted) this.#hear(event) },
      onState: (state, problem) => { if (!signal.aborted) this.#connect(state, problem) },
    })
  }

  /** Listens anew, as after a token was entered. */
  reconnect() {
    const { sessionId } = this
    this.sessionId = undefined
    this.#follow({ sessionId, view: this.view, revision: this.revision })
  }

  #connect(state, problem) {
    this.connection = state
    if (problem) this.report("session", problem)
    else if (state === "live") this.resolve("session")
    this.notify()
  }

  #hear(event) {
    const session = event.type === "snapshot" ? event.data : event.type === "change" ? event.data.session : null
    if (session) {
      this.head = session
      if (this.app?.name !== session.app || this.app?.version !== session.appVersion) this.#loadApp(session)
      this.#showRevision()
    }
    for (const heard of this.#eventListeners) heard(event)
    this.notify()
  }

  async #loadApp({ app: name, appVersion: version }) {
    this.app = { name, version, routes: [], schema: null }
    try {
      const [about, schema] = await Promise.all([request("GET", appPath(name)), request("GET", appPath(name, "/schema"))])
      if (this.head?.app !== name) return
      this.app = { ...about.body, name, version, schema: schema.body }
      this.resolve("app")
    } catch (problem) {
      this.report("app", problem)
    }
    this.notify()
  }

  // The past

  async #showRevision() {
    if (!this.isPast) {
      this.shown = this.head
      this.resolve("revision")
      return
    }
    const { sessionId, revision } = this
    try {
      const session = await this.sessionAt(revision)
      if (sessionId !== this.sessionId || revision !== this.revision) return
      this.shown = session
      this.resolve("revision")
    } catch (problem) {
      if (sessionId !== this.sessionId || revision !== this.revision) return
      this.shown = null
      this.report("revision", problem)
    }
    this.notify()
  }

  /** The session as it was at `revision`. The past does not change: what was asked for is kept, the last 200. */
  async sessionAt(revision) {
    const kept = this.#pastSessions
    if (!kept.has(revision)) {
      const asked = request("GET", sessionPath(this.sessionId, `/revisions/${revision}`)).then(answer => answer.body)
      asked.catch(() => kept.delete(revision))
      kept.set(revision, asked)
      if (kept.size > 200) kept.delete(kept.keys().next().value)
    }
    return kept.get(revision)
  }

  // What the user does

  /** Sends an action to the chosen session. → the receipt; null where it was refused, which is then among `problems`. */
  act(action) { return this.attempt("action", () => act(this.sessionId, action)) }

  undo() { return this.#travel("undo", {}) }
  redo() { return this.#travel("redo", {}) }

  /** Makes the present as it was at `revision`, which is a new revision. */
  async jump(revision) {
    const receipt = await this.#travel("jump", { revision })
    if (receipt) this.lookAt(null)
    return receipt
  }

  #travel(way, body) {
    return this.attempt("action", async () => (await request("POST", sessionPath(this.sessionId, `/${way}`), { body })).body)
  }

  /** Makes a new session out of `revision` (null: the present), and chooses it. */
  async fork(revision) {
    const body = revision === null ? {} : { revision }
    const made = await this.attempt(
      "action", async () => (await request("POST", sessionPath(this.sessionId, "/fork"), { body })).body)
    if (made) this.open(made)
    return made
  }

  /** Chooses a session that was just made, and keeps its token. */
  open(session) {
    keepTokenOf(session.id, session.token)
    this.choose(session.id)
  }

  async remove(id) {
    const gone = await this.attempt("action", () => request("DELETE", sessionPath(id)))
    if (gone) forgetTokenOf(id)
    return gone !== null
  }

  // What went wrong

  /** Tries something; what it is refused for stands under `name` until it works. → null where it was refused. */
  async attempt(name, work) {
    try {
      const result = await work()
      this.resolve(name)
      return result
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem
      this.report(name, problem)
      return null
    }
  }

  report(name, problem) {
    this.problems.set(name, problem)
    this.notify()
  }

  resolve(name) {
    if (this.problems.delete(name)) this.notify()
  }
}
