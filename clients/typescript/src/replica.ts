import { difference } from "./difference.js"
import type { Entry } from "./entry.js"
import { Names, withKeys } from "./keys.js"
import { applyPlan } from "./plan.js"
import { Predictor, noPredictor } from "./prediction/predictor.js"
import type { NavstateProblem } from "./problem.js"
import type { Receipt } from "./app.js"
import type { Action, Attribution, Container, Session, Step } from "./session.js"
import type { Update } from "./stream.js"

/** A change of the visible state. */
export interface Change {
  /** The steps from the previous tree to the new one. */
  steps: Step[]
  /** True for predicted steps. */
  predicted: boolean
  /** True for steps that are or confirm a revision. */
  confirmed: boolean
  /** The actions that the server refused or the client abandoned. */
  rolledBack: { action: Action; problem: NavstateProblem }[]
  outputs: any[]
  /** The credential of the request that made the revision; null: none, or unknown. */
  by: Attribution | null
  /** A problem that concerns no single action, such as `storage-full`. */
  problem?: NavstateProblem
}

/** The members of an action that name a screen or a container. */
export const idMembers = ["source", "target", "id", "screen"]

/** The confirmed state of a session, the pending changes, and the visible tree, which combines both. */
export class Replica {
  pending: Entry[] = []
  root: Container
  data: any
  revision: number
  appVersion: number
  /** The tree with the predictions of the pending changes. */
  visible: Container
  private held: Update[] = []
  private readonly names: Names = new Map()
  private readonly keys: Names = new Map()
  private lastOwn = 0
  private made = 0
  private readonly prefix = `~new-${Math.random().toString(36).slice(2, 6)}`

  constructor(
    session: Session, public predictor: Predictor, private readonly publish: (change: Partial<Change>) => void,
  ) {
    this.root = this.visible = withKeys(session.navigation, this.keys)
    this.data = session.data
    this.revision = session.revision
    this.appVersion = session.appVersion
  }

  /** Predicts the pending changes by other rules. */
  use(predictor: Predictor): void {
    this.predictor = predictor
    const before = this.visible
    this.visible = this.predictAll()
    this.publish({ steps: difference(before, this.visible), predicted: true })
  }

  // Own changes

  add(entry: Entry): void {
    this.pending.push(entry)
    this.visible = this.predict(entry, this.visible, this.isCertain(this.pending.length - 1))
    const steps = entry.prediction?.steps ?? []
    this.publish({ steps, predicted: steps.length > 0 })
  }

  /** The action of an entry, with the known ids of the server. */
  translated({ action }: Entry): Action {
    const known = (id: unknown) => this.names.get(id as string) ?? id
    const copy = { ...action }
    for (const name of idMembers) if (name in copy) copy[name] = known(copy[name])
    if (Array.isArray(copy.confirmed)) copy.confirmed = copy.confirmed.map(known)
    return copy
  }

  /** Handles the response. */
  receive(entry: Entry, receipt: Receipt): void {
    entry.receipt = receipt
    entry.isInDoubt = false
    this.lastOwn = Math.max(this.lastOwn, receipt.revision)
    this.release()
    if (this.pending.includes(entry) && receipt.revision <= this.revision) this.settle([entry], this.root, {})
  }

  /** Removes an entry and rejects its promise. */
  refuse(entry: Entry, problem: NavstateProblem): void {
    entry.isInDoubt = false
    this.pending = this.pending.filter(other => other !== entry)
    entry.reject(problem)
    const before = this.visible
    this.visible = this.predictAll()
    this.publish({ steps: difference(before, this.visible), rolledBack: [{ action: entry.action, problem }] })
    this.release()
  }

  /** Applies the updates that were held while the revision of an own change was unknown. */
  release(): void {
    const held = this.held
    this.held = []
    held.forEach(update => this.update(update))
  }

  // Server updates

  /** Applies an update, or holds it if it may belong to an unanswered change. Returns whether it was applied. */
  update(update: Update): boolean {
    const revision = "session" in update ? Infinity : update.revision
    const isOpen = this.pending.some(entry => entry.isInDoubt) && revision > this.lastOwn
    if (isOpen || this.held.length > 0) {
      this.held.push(update)
      return false
    }
    if ("session" in update) this.restart(update.session, update.isGap)
    else if (update.revision > this.revision) this.advance(update)
    return true
  }

  private advance({ revision, plan, outputs, by = null, ...rest }: Extract<Update, { plan: Step[] }>): void {
    this.revision = revision
    if ("data" in rest) this.data = rest.data
    if (rest.appVersion) this.changeVersion(rest.appVersion)
    const settled = this.pending.filter(entry => entry.receipt && entry.receipt.revision <= revision)
    this.settle(settled, applyPlan(this.root, plan), { outputs, by }, plan)
  }

  private restart(session: Session, isGap: boolean): void {
    this.revision = session.revision
    this.data = session.data
    this.changeVersion(session.appVersion)
    const isSettled = ({ receipt }: Entry) => receipt && (isGap || receipt.revision <= session.revision)
    this.settle(this.pending.filter(isSettled), session.navigation, {})
  }

  /** After a migration, nothing is predicted until the rules of the new version are known. */
  private changeVersion(version: number): void {
    if (version !== this.appVersion) this.predictor = noPredictor
    this.appVersion = version
  }

  /** Sets the confirmed tree, which includes the settled changes, and predicts the other changes again. */
  private settle(settled: Entry[], next: Container, change: Partial<Change>, plan?: Step[]): void {
    const shown = this.visible
    const isPlain = shown === this.root
    this.matchNames(settled, next, !!plan && settled.length === 1 && settled[0]!.receipt!.changed)
    this.root = withKeys(next, this.keys)
    this.pending = this.pending.filter(entry => !settled.includes(entry))
    this.visible = this.predictAll()
    const steps = plan && isPlain && this.visible === this.root
      ? plan : difference(this.predictor.renamed(shown, this.names), this.visible)
    settled.forEach(entry => entry.resolve(entry.receipt!))
    this.publish({ ...change, steps, confirmed: true })
  }

  private matchNames(settled: Entry[], next: Container, isExact: boolean): void {
    const predicted = settled.map(({ prediction }) => prediction?.root).filter(root => root).pop()
    if (!predicted) return
    const names: Names = new Map()
    this.predictor.pair(predicted, next, names, isExact)
    for (const [provisional, id] of names) {
      this.names.set(provisional, id)
      this.keys.set(id, provisional)
    }
  }

  // Predictions

  private predictAll(): Container {
    return this.pending.reduce((root, entry, index) => this.predict(entry, root, this.isCertain(index)), this.root)
  }

  /** Whether the navigation before a pending change is known. */
  private isCertain(index: number): boolean {
    return this.pending.slice(0, index).every(({ prediction, action, path }) =>
      prediction || (path === "actions" && this.predictor.keepsNavigation(action)))
  }

  private predict(entry: Entry, root: Container, isCertain: boolean): Container {
    let count = 0
    const makeID = () => {
      if (count === entry.ids.length) entry.ids.push(`${this.prefix}${++this.made}`)
      return entry.ids[count++]!
    }
    const canPredict = isCertain && !entry.isAdopted && entry.path === "actions"
    entry.prediction = canPredict ? this.predictor.predict(root, this.translated(entry), makeID) : undefined
    return entry.prediction?.root ?? root
  }
}
