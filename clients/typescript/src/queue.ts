import { Backoff } from "./backoff.js"
import type { Entry } from "./entry.js"
import type { Http } from "./http.js"
import type { Journal } from "./journal.js"
import { isProvisional } from "./keys.js"
import { NavstateProblem } from "./problem.js"
import { Replica, idMembers } from "./replica.js"

/** Sends the pending changes of a session one at a time, and retries each until it is answered. */
export class Queue {
  private readonly backoff = new Backoff()
  private readonly closing = new AbortController()
  private wakeUp = () => {}
  private signals = 0

  constructor(
    private readonly http: Http, private readonly path: string, private readonly replica: Replica,
    private readonly journal: Journal,
    private readonly heard: (problem?: NavstateProblem) => void,
  ) {}

  async run(): Promise<void> {
    while (!this.closing.signal.aborted) {
      const { pending } = this.replica
      const entry = pending.find(({ receipt }) => !receipt)
      if (!entry) await new Promise<void>(resolve => { this.wakeUp = resolve })
      else if (entry === pending[0] || !this.nameOf(entry)) await this.attempt(entry)
      // The action names a predicted screen whose revision has not arrived yet.
      else if (this.journal.remaining(entry) >= 0) await this.backoff.pause({}, this.journal.remaining(entry))
      else this.refuse(entry, this.fault(entry)!)
    }
  }

  /** Sends pending changes at once. */
  wake(): void {
    this.signals++
    this.wakeUp()
    this.backoff.wake()
  }

  close(): void {
    this.closing.abort()
    this.wakeUp()
    this.backoff.end()
  }

  /** Rejects all changes. */
  refuseAll(problem: NavstateProblem): void {
    for (const entry of [...this.replica.pending]) this.refuse(entry, problem)
  }

  private async attempt(entry: Entry): Promise<void> {
    const fault = this.fault(entry)
    if (fault) return this.refuse(entry, fault)
    const wasInDoubt = entry.isInDoubt
    const signals = this.signals
    try {
      await this.send(entry)
    } catch (error) {
      const problem = error as NavstateProblem
      if (this.closing.signal.aborted || !this.replica.pending.includes(entry)) return
      if (problem.endsSession) return this.heard(problem)
      if (!problem.isTemporary) return this.refuse(entry, problem)
      this.postpone(entry, wasInDoubt || problem.isUnanswered)
      const isWoken = signals !== this.signals && !problem.retryAfter
      if (!isWoken) await this.backoff.pause(problem, this.journal.remaining(entry))
    }
  }

  private async send(entry: Entry): Promise<void> {
    entry.action = this.replica.translated(entry)
    if (!entry.isSent) {
      entry.isSent = true
      this.journal.keep(entry)
    }
    entry.isInDoubt = true
    const headers = { "Idempotency-Key": entry.key, Prefer: "return=minimal" }
    const call = { body: bodyOf(entry), headers, signal: this.closing.signal }
    const receipt = await this.http.json("POST", `${this.path}/${entry.path}`, call)
    this.backoff.reset()
    this.journal.forget(entry)
    if (!this.replica.pending.includes(entry)) return
    this.replica.receive(entry, receipt)
    this.heard()
  }

  private postpone(entry: Entry, isInDoubt: boolean): void {
    entry.isInDoubt = isInDoubt
    if (!isInDoubt) this.replica.release()
  }

  private refuse(entry: Entry, problem: NavstateProblem): void {
    this.journal.forget(entry)
    this.replica.refuse(entry, problem)
  }

  /** The reason why an entry cannot be sent. */
  private fault(entry: Entry): NavstateProblem | undefined {
    if (this.journal.remaining(entry) < 0) {
      const outcome = entry.isSent ? "the server may have received it" : "it was not sent"
      return new NavstateProblem("expired", `The action waited for longer than \`maxAge\`; ${outcome}.`)
    }
    const named = this.nameOf(entry)
    return named ? new NavstateProblem("screen-gone", `The screen "${named}" was predicted, but not made.`) : undefined
  }

  /** A provisional id that the action of an entry names. */
  private nameOf(entry: Entry): string | undefined {
    const action = this.replica.translated(entry)
    return [...idMembers.map(name => action[name]), ...(action.confirmed ?? [])].find(isProvisional)
  }
}

const bodyOf = ({ path, action: { type, ...members } }: Entry) => (path === "actions" ? { type, ...members } : members)
