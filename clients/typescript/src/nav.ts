import { NavigationActions } from "./actions.js"
import type { AmendReceipt, AppShape, CurrentOf, OutputOf, Receipt, ScreenOf } from "./app.js"
import type { Entry, StoredEntry } from "./entry.js"
import type { Http } from "./http.js"
import { Journal } from "./journal.js"
import type { Predictor } from "./prediction/predictor.js"
import { NavstateProblem } from "./problem.js"
import { Queue } from "./queue.js"
import { Change, Replica } from "./replica.js"
import type { Action, KeyedContainer, Session, Style } from "./session.js"
import type { Store } from "./store.js"
import { Connection, Stream, Update } from "./stream.js"
import { focusPath, focused, innermost, routePath } from "./tree.js"

/** The current state of a client; the same object until the next change. */
export interface Snapshot<App extends AppShape> {
  /** The whole tree. */
  navigation: KeyedContainer
  current: CurrentOf<App>
  /** The screens of the innermost stack on the focus path, bottom first; without one, those of the root. */
  screens: ScreenOf<App>[]
  /** The screens presented over the containers of the focus path, bottom first. */
  presented: { style: Style; screen: ScreenOf<App> }[]
  data: App["data"]
  /** The actions that the server has not confirmed yet. */
  pending: Action[]
  connection: Connection
  revision: number
  /** The version of the app, which a migration changes. */
  appVersion: number
}

export interface NavChange<App extends AppShape> extends Change {
  outputs: OutputOf<App>[]
  appVersion: number
}

/** The rules of a version of the app, and the role of the token, if it is known. */
export interface Rules {
  predictor: Predictor
  role?: string
}

interface Parts {
  http: Http
  session: Session
  rules: Rules
  rulesFor(appVersion: number): Promise<Rules>
  store: Store
  maxAge: number
  polls: boolean
  name?: string
}

/** A session of an app, synchronized with the server. */
export class Nav<App extends AppShape> extends NavigationActions<App> {
  readonly session: string
  private readonly replica: Replica
  private readonly queue: Queue
  private readonly stream: Stream
  private readonly journal: Journal
  private readonly listeners = new Set<(change: NavChange<App>) => void>()
  private state: Connection = "connecting"
  /** What the stream says. */
  private line: Connection = "connecting"
  private timer: ReturnType<typeof setTimeout> | undefined
  private rules: Rules
  /** The version of the app whose rules are used or being read. */
  private ruledVersion: number
  private end: NavstateProblem | undefined
  private shown: Snapshot<App> | undefined
  private readonly path: string
  private readonly online = () => {
    this.queue.wake()
    this.stream.wake()
  }

  constructor(private readonly parts: Parts) {
    super()
    const { http, session, rules, store, maxAge, polls, name } = parts
    this.rules = rules
    this.ruledVersion = session.appVersion
    this.session = session.id
    this.path = `/v1/sessions/${session.id}`
    this.replica = new Replica(session, rules.predictor, change => this.publish(change))
    this.journal = new Journal(store, session.id, maxAge, problem => this.publish({ problem }))
    this.queue = new Queue(http, this.path, this.replica, this.journal, problem => this.heard(problem))
    this.stream = new Stream(http, this.path, this, polls, name)
    this.journal.adopt().forEach(entry => this.replica.add(entry))
    globalThis.addEventListener?.("online", this.online)
    this.queue.run()
    this.stream.run()
  }

  // State

  get snapshot(): Snapshot<App> { return (this.shown ??= this.makeSnapshot()) }
  get navigation(): KeyedContainer { return this.snapshot.navigation }
  get current(): CurrentOf<App> { return this.snapshot.current }
  get screens(): ScreenOf<App>[] { return this.snapshot.screens }
  get presented(): Snapshot<App>["presented"] { return this.snapshot.presented }
  get data(): App["data"] { return this.snapshot.data }
  get pending(): Action[] { return this.snapshot.pending }
  get connection(): Connection { return this.state }
  get revision(): number { return this.replica.revision }
  get appVersion(): number { return this.replica.appVersion }

  /** Calls a function after each change, and synchronously for predictions. Returns a function that ends it. */
  readonly subscribe = (listener: (change: NavChange<App>) => void): (() => void) => {
    this.listeners.add(listener)
    return () => { this.listeners.delete(listener) }
  }

  // Actions

  undo(steps?: number) { return this.add("undo", { type: "undo", steps }) }
  redo(steps?: number) { return this.add("redo", { type: "redo", steps }) }

  /**
   * Makes the change of an earlier revision by another action, and then the later ones again. With `dryRun`, only
   * requests what that would do.
   */
  amend(
    revision: number, action: Action | { actions: Action[] }, { dryRun }: { dryRun?: boolean } = {},
  ): Promise<AmendReceipt> {
    if (dryRun) return this.parts.http.json("POST", `${this.path}/amend?dryRun=1`, { body: { revision, action } })
    return this.add("amend", { type: "amend", revision, action }) as Promise<AmendReceipt>
  }

  send(action: Action): Promise<Receipt> { return this.add("actions", action) }

  /** Whether an action would be accepted; undefined if unpredictable. */
  can(action: Action): boolean | undefined {
    const { role = "backend" } = this.rules
    if (role === "watch" || (role !== "backend" && this.replica.predictor.isForBackend(action))) return false
    return this.isPossible(action)
  }

  private isPossible(action: Action): boolean | undefined {
    const { visible, predictor } = this.replica
    const prediction = predictor.predict(visible, plain(action), () => "~new-")
    // The definition does not tell all reasons for which the server refuses a state.
    return prediction && (prediction.isRefused ? false : action.type === "setState" ? undefined : true)
  }

  /** Requests a list of actions and whether each is allowed. */
  async available(): Promise<{ action: Action; allowed: boolean; reason?: string; code?: string }[]> {
    return (await this.parts.http.json("GET", `${this.path}/available`)).items
  }

  /** The link to the current screen, if its route has a path. */
  async url(): Promise<string | undefined> { return (await this.read()).current.url }

  /** @internal */
  read(): Promise<Session> { return this.parts.http.json("GET", this.path) }

  /** @internal */
  get canGoBack() { return this.isPossible({ type: "goBack" }) }

  /** @internal */
  get routes() { return this.replica.predictor.routes }

  /**
   * A code, valid once and for ten minutes, for another device to join: `connect({ url, handoff: code })`. Its token is
   * valid for `expiresIn` seconds, or without end.
   */
  async handoff(role: "watch" | "act" | "lead" = "act", expiresIn?: number): Promise<{ code: string }> {
    return this.parts.http.json("POST", `${this.path}/tokens`, { body: { role, once: true, expiresIn } })
  }

  /** Ends the connection. Pending promises reject; their actions stay in the store for the next connection. */
  close(): void {
    if (!this.end) this.finish("closed", new NavstateProblem("closed", "The client was closed."), true)
  }

  // The stream's listener

  /** @internal */
  update(update: Update): boolean {
    const isTaken = this.replica.update(update)
    this.queue.wake()
    return isTaken
  }

  /** @internal */
  connected(state: Connection, problem?: NavstateProblem): void {
    if (this.end) return
    if (state === "refused") return this.finish(state, problem!)
    if (state === "closed") return this.finish(state, new NavstateProblem("session-deleted", "It was deleted."))
    if (state === "live") this.queue.wake()
    if (state === this.line) return
    this.line = state
    this.resolveAnswered()
    this.publish({})
  }

  /** Reads the rules of another version after a migration. The next change retries. */
  private async readRules(version: number): Promise<void> {
    this.ruledVersion = version
    try {
      const rules = await this.parts.rulesFor(version)
      if (version !== this.appVersion) return
      this.rules = rules
      this.replica.use(rules.predictor)
    } catch {
      this.ruledVersion = 0
    }
  }

  /** `connecting` also while an action has waited for its answer for too long. */
  private watch(): void {
    clearTimeout(this.timer)
    if (this.end) return
    const oldest = this.replica.pending.find(({ receipt }) => !receipt)
    const left = oldest ? patience - Math.abs(Date.now() - oldest.at) : Infinity
    this.state = this.line === "live" && left <= 0 ? "connecting" : this.line
    if (left > 0 && left < Infinity) this.timer = setTimeout(() => this.publish({}), left)
  }

  private add(path: StoredEntry["path"], action: Action): Promise<Receipt> {
    const entry = this.journal.create(path, plain(action))
    if (this.end) entry.reject(this.end)
    else {
      this.replica.add(entry)
      this.journal.keep(entry)
      this.queue.wake()
    }
    return entry.promise
  }

  /** Handles queue responses. */
  private heard(problem?: NavstateProblem): void {
    if (problem) return this.finish("refused", problem)
    if (this.line !== "live") this.stream.wake()
    this.resolveAnswered()
    if (this.line !== this.state) this.publish({})
  }

  /** Resolves the promises of answered actions while no revisions arrive. */
  private resolveAnswered(): void {
    if (this.line === "offline") this.replica.pending.forEach(entry => entry.receipt && entry.resolve(entry.receipt))
  }

  private finish(state: Connection, problem: NavstateProblem, keepsEntries = problem.code === "token-expired"): void {
    this.end = problem
    this.state = state
    this.stream.close()
    this.queue.close()
    globalThis.removeEventListener?.("online", this.online)
    if (keepsEntries) this.replica.pending.forEach((entry: Entry) => entry.reject(problem))
    else this.queue.refuseAll(problem)
    this.publish({ problem })
  }

  private publish(change: Partial<Change>): void {
    this.shown = undefined
    this.watch()
    if (this.ruledVersion !== this.appVersion && !this.end) this.readRules(this.appVersion)
    const { appVersion } = this
    const whole = { steps: [], predicted: false, confirmed: false, rolledBack: [], outputs: [], by: null, appVersion, ...change }
    for (const listener of [...this.listeners]) {
      // Errors of listeners do not affect the client.
      try { listener(whole) } catch (error) { setTimeout(() => { throw error }) }
    }
  }

  private makeSnapshot(): Snapshot<App> {
    const { visible, data, pending, revision, appVersion } = this.replica
    const path = focusPath(visible)
    const stack = [...path].reverse().find(({ kind }) => kind === "stack") ?? visible
    return {
      navigation: visible as KeyedContainer,
      current: { ...focused(innermost(visible)), path: routePath(visible) } as CurrentOf<App>,
      screens: stack.screens as ScreenOf<App>[],
      presented: path.flatMap(({ presented }) => presented) as Snapshot<App>["presented"],
      data, pending: pending.map(({ action }) => action), connection: this.state, revision,
      appVersion,
    }
  }
}

/** The milliseconds for which an action may wait while the connection is `live`. */
const patience = 5_000

/** An action without undefined members, as in JSON. */
const plain = (action: Action): Action => JSON.parse(JSON.stringify(action))
