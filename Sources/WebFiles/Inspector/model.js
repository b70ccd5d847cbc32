// The model of the page: the session, the displayed revision, and the server's data.

import { act, appPath, Problem, request, sessionPath } from "./api.js"
import { addressOf, appAddress, readAddress } from "./address.js"
import { events } from "./events.js"
import { rightsOf } from "./rights.js"
import { forgetTokenOf, keepTokenOf, tokenOf } from "./tokens.js"

const pastSessionsKept = 200

export class Model {
  /** Whether the jobs are shown instead of a session. */
  isJobs = false
  /** The app whose page is shown instead of a session, empty for any app, or null. */
  appName = null
  /** The choices on the page of the app, texts by name. */
  choices = {}
  /** The chosen session's id, or null. */
  sessionId = null
  /** One of `views` in address.js. */
  view = "stage"
  /** The selected revision. Null means the present. */
  revision = null
  /** The session in the format of `GET S`. Null until it is loaded. */
  head = null
  /** `head`, or the session at `revision`. Null until it is loaded. */
  shown = null
  /** The caller's role in the session: watch, act, lead or backend; the admin and operators are backends. Null until it is known. */
  role = null
  /** The scopes of the operator whose token was entered, or null. */
  scopes = null
  /** One of idle, connecting, live, reconnecting, closed, refused. */
  connection = "idle"
  /** `{ name, version, routes, schema, device? }` of the session's app, or null until it is loaded. */
  app = null
  /** The last `Problem` of each operation that failed, by the name of the operation. */
  problems = new Map()

  #subscribers = []
  #eventListeners = []
  #isScheduled = false
  #stream = null
  #writing = null
  #isReading = false
  #pastSessions = new Map()

  get hasPage() { return this.isJobs || this.appName !== null }

  get isPast() { return this.revision !== null && this.revision !== this.head?.revision }

  /** What the caller may do with the session, in the format of `rightsOf`. */
  get may() { return rightsOf(this) }

  /** Calls `changed()` at most once a frame. */
  subscribe(changed) { this.#subscribers.push(changed) }

  /** Calls `heard({ type, data })` for each event of the chosen session. */
  onEvent(heard) { this.#eventListeners.push(heard) }

  notify() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    const tell = () => {
      this.#isScheduled = false
      for (const changed of this.#subscribers) changed()
    }
    // A hidden page has no animation frames.
    if (document.visibilityState === "visible") requestAnimationFrame(tell)
    else setTimeout(tell, 250)
  }

  // The address and the view

  start() {
    addEventListener("hashchange", () => this.#followAddress())
    // A page in the back/forward cache closes its connection.
    addEventListener("pagehide", () => this.#stream?.abort())
    addEventListener("pageshow", event => { if (event.persisted) this.reconnect() })
    this.#followAddress()
  }

  #followAddress() {
    const place = readAddress()
    if (place.handoff) this.#trade(place.handoff)
    else this.#follow(place)
  }

  /** Opens the session of a handoff code. The code is valid once, so it is removed from the address. */
  async #trade(code) {
    history.replaceState(null, "", "#/")
    this.#follow(readAddress())
    const traded = await this.attempt("handoff", () => request("POST", "/v1/handoffs", { body: { code } }))
    if (traded) this.open({ id: traded.body.session, token: traded.body.token })
  }

  choose(sessionId) { this.#go({ sessionId, view: this.view, revision: null }) }

  show(view) { this.#go({ sessionId: this.sessionId, view, revision: this.revision }) }

  /** Shows the page of an app. Adds no entry to the browser's history. */
  showApp(appName, choices = {}) {
    history.replaceState(null, "", appAddress(appName, choices))
    this.#followAddress()
  }

  /** Shows a revision, or the present for `null`. Adds no entry to the browser's history. */
  lookAt(revision) {
    this.revision = revision === this.head?.revision ? null : revision
    this.#follow(this)
    // Browsers block a page that changes its address too often.
    this.#writing ??= setTimeout(() => {
      this.#writing = null
      history.replaceState(null, "", addressOf(this))
    }, 150)
  }

  #go(place) {
    const address = addressOf(place)
    if (location.hash !== address) history.pushState(null, "", address)
    this.#follow(place)
  }

  #follow({ isJobs = false, appName = null, choices = {}, sessionId, view, revision }) {
    Object.assign(this, { isJobs, appName, choices })
    this.view = view
    this.revision = revision
    if (sessionId !== this.sessionId) this.#listenTo(sessionId)
    this.#showRevision()
    this.notify()
  }

  // The chosen session

  #listenTo(sessionId) {
    this.#stream?.abort()
    this.#stream = new AbortController()
    this.#pastSessions.clear()
    this.problems.clear()
    Object.assign(this, { sessionId, head: null, shown: null, app: null, role: null, connection: "idle" })
    if (sessionId === null) return
    const { signal } = this.#stream
    events(sessionPath(sessionId, "/events?name=inspector&refusals=1"), {
      signal,
      onEvent: event => { if (!signal.aborted) this.#hear(event) },
      onState: (state, problem) => { if (!signal.aborted) this.#connect(state, problem) },
    })
  }

  /** Loads everything again, for example after a token was entered. */
  reconnect() {
    this.#listenTo(this.sessionId)
    this.notify()
  }

  #connect(state, problem) {
    this.connection = state
    if (state === "refused") this.report("session", problem)
    else if (state === "live") this.resolve("session")
    this.notify()
  }

  #hear(event) {
    const session = { snapshot: event.data, change: event.data.session }[event.type]
    if (session) {
      this.head = session
      this.resolve("action")
      if (this.app?.version !== session.appVersion) this.#loadApp(session)
      this.#showRevision()
    }
    for (const heard of this.#eventListeners) heard(event)
    this.notify()
  }

  async #loadApp({ id, app: name, appVersion: version }) {
    this.app = { name, version, routes: [], schema: null }
    try {
      if (!await this.#mayReadApps(id)) return
      const paths = ["", "/schema"].map(rest => appPath(name, `${rest}?version=${version}`))
      const [about, schema] = await Promise.all(paths.map(path => request("GET", path)))
      if (this.sessionId !== id) return
      this.app = { ...about.body, name, version, schema: schema.body }
      this.resolve("app")
    } catch (problem) {
      // Apps require the admin token. With a session token alone, there is no form for composing.
      if (!problem.needsToken) this.report("app", problem)
    }
    this.notify()
  }

  /** Learns the caller's role. Returns false if the token of a session was entered, which opens no apps. */
  async #mayReadApps(id) {
    const { role } = (await request("GET", sessionPath(id, "/app"))).body
    if (this.sessionId !== id) return false
    this.role = role
    this.notify()
    return role === "backend" || tokenOf(id) !== null
  }

  // Past revisions

  /** Loads one revision at a time. If a slider passes many of them, only the last one is loaded next. */
  async #showRevision() {
    if (!this.isPast) {
      this.shown = this.head
      this.resolve("revision")
      return
    }
    if (this.#isReading) return
    this.#isReading = true
    const { sessionId, revision } = this
    const session = await this.attempt("revision", () => this.sessionAt(revision))
    this.#isReading = false
    if (sessionId === this.sessionId && revision === this.revision) this.shown = session
    else this.#showRevision()
    this.notify()
  }

  /** Returns the session at `revision`. Caches past revisions, since they do not change. */
  async sessionAt(revision) {
    if (revision === this.head?.revision) return this.head
    const kept = this.#pastSessions
    if (!kept.has(revision)) {
      const asked = request("GET", sessionPath(this.sessionId, `/revisions/${revision}`)).then(answer => answer.body)
      asked.catch(() => kept.delete(revision))
      kept.set(revision, asked)
      if (kept.size > pastSessionsKept) kept.delete(kept.keys().next().value)
    }
    return kept.get(revision)
  }

  // Requests of the user. `act` and `travel` resolve to the response, or to null after a refusal (see `problems`)

  act(action) { return this.attempt("action", () => act(this.sessionId, action)) }

  /** Sends the request `way`: `undo`, `redo`, or `jump` or `fork` with `{ revision }`. */
  travel(way, body = {}) {
    const path = sessionPath(this.sessionId, `/${way}`)
    return this.attempt("action", async () => (await request("POST", path, { body })).body)
  }

  /** Makes a new revision with the state of `revision`. */
  async jump(revision) {
    if (await this.travel("jump", { revision })) this.lookAt(null)
  }

  /** Makes a session from `revision`, or from the present for `null`, and opens it. */
  async fork(revision) {
    const made = await this.travel("fork", revision === null ? {} : { revision })
    if (made) this.open(made)
  }

  /** Opens a new session and stores its token. */
  open(session) {
    keepTokenOf(session.id, session.token)
    // An import can restore a deleted session under its former id.
    if (session.id === this.sessionId) this.reconnect()
    else this.choose(session.id)
  }

  async remove(id) {
    if (!await this.attempt("action", () => request("DELETE", sessionPath(id)))) return
    forgetTokenOf(id)
    this.choose(null)
  }

  // Problems

  /** Runs an operation. If it fails, reports its `Problem` under `name` until it succeeds. */
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

  /** The refusal for which the page asks for a token, or null. */
  get tokenProblem() {
    return ["session", "apps", "jobs", "app page"].map(name => this.problems.get(name)).find(problem => problem?.needsToken) ?? null
  }

  report(name, problem) {
    this.problems.set(name, problem)
    this.notify()
  }

  resolve(name) {
    if (this.problems.delete(name)) this.notify()
  }
}
