import { Backoff } from "./backoff.js"
import { events, textOf } from "./event-source.js"
import { Http } from "./http.js"
import { NavstateProblem, problemFor } from "./problem.js"
import type { Attribution, Session, Step } from "./session.js"

export type Connection = "connecting" | "live" | "offline" | "closed" | "refused"

/** A revision from the stream, or the whole session. */
export type Update =
  | { revision: number; plan: Step[]; data?: any; outputs: any[]; appVersion?: number; by?: Attribution | null }
  | { session: Session; isGap: boolean }

/** The receiver of stream updates. */
export interface Listener {
  readonly revision: number
  /** Returns whether the update was applied. */
  update(update: Update): boolean
  connected(state: Connection, problem?: NavstateProblem): void
}

/** The idle timeout of a stream in milliseconds. The server sends a comment every 15 s. */
const silence = 40_000

/** The timeout for the first data of a stream. The server sends a comment at once; a buffering proxy holds it. */
const beginning = 5_000

/** Receives the revisions of a session, by a stream or by long polls, until it is closed. */
export class Stream {
  private readonly backoff = new Backoff()
  private readonly closing = new AbortController()
  private attempt = new AbortController()

  private polls: boolean
  /** The seconds that a poll waits: 0 until one has succeeded. */
  private wait = 0

  constructor(
    private readonly http: Http, private readonly path: string, private readonly listener: Listener,
    private readonly hasNoStreams: boolean, private readonly name?: string,
  ) {
    this.polls = hasNoStreams
  }

  async run(): Promise<void> {
    while (!this.closing.signal.aborted) {
      try {
        const { polls } = this
        const isOver = await (polls ? this.poll() : this.listen())
        if (isOver) return this.listener.connected("closed")
        if (polls || this.polls) continue
        this.listener.connected("connecting")
        await this.backoff.pause()
      } catch (error) {
        if (this.closing.signal.aborted) return
        const problem = problemFor(error)
        this.listener.connected(problem.isTemporary ? "offline" : "refused", problem)
        if (!problem.isTemporary) return
        // Another network may support streams.
        this.polls = this.hasNoStreams
        this.wait = 0
        await this.backoff.pause(problem)
      }
    }
  }

  close(): void {
    this.closing.abort()
    this.attempt.abort()
    this.backoff.end()
  }

  /** Retries at once. */
  wake(): void {
    this.backoff.wake()
  }

  /** Reads one stream to its end. Returns whether the session was deleted. */
  private async listen(): Promise<boolean> {
    const attempt = (this.attempt = new AbortController())
    const abort = () => attempt.abort()
    let hasBegun = false
    let timer = setTimeout(abort, beginning)
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(abort, silence)
      if (!hasBegun) this.opened()
      hasBegun = true
    }
    try {
      const name = this.name ? `&name=${encodeURIComponent(this.name)}` : ""
      const path = `${this.path}/events?view=plan&after=${this.listener.revision}${name}`
      const headers = { Accept: "text/event-stream" }
      const response = await this.http.open("GET", path, { headers, signal: attempt.signal })
      if (response.status === 204) return true
      this.polls = !response.body?.getReader
      if (this.polls) return false
      return await this.read(response.body!, alive)
    } catch (error) {
      if (hasBegun || !attempt.signal.aborted || this.closing.signal.aborted) throw error
      this.polls = true
      this.wait = 0
      return false
    } finally {
      clearTimeout(timer)
      attempt.abort()
    }
  }

  private async read(body: ReadableStream<Uint8Array>, alive: () => void): Promise<boolean> {
    let isGap = false
    for await (const { event, data } of events(textOf(body, alive))) {
      if (event === "closed") return true
      if (event === "reset") isGap = true
      if (event === "change") this.listener.update(JSON.parse(data))
      if (event === "snapshot") this.listener.update({ session: JSON.parse(data), isGap })
    }
    return false
  }

  /** Waits for the next revision. */
  private async poll(): Promise<boolean> {
    const headers = { "If-None-Match": `"${this.listener.revision}"`, Prefer: `wait=${this.wait}` }
    const call = { headers, signal: this.closing.signal, timeout: silence }
    let session
    try {
      session = await this.http.json("GET", this.path, call)
    } catch (problem) {
      const { code } = problem as NavstateProblem
      if (code === "session-deleted") return true
      // The session may have been deleted between two polls, which its event stream tells.
      if (code !== "no-such-session") throw problem
      return (await this.http.open("GET", `${this.path}/events`, { signal: this.closing.signal })).status === 204
    }
    this.opened()
    const isGap = session?.revision < this.listener.revision
    // A held revision would be returned again at once.
    if (session && !this.listener.update({ session, isGap })) await this.backoff.pause()
    return false
  }

  private opened(): void {
    this.wait = 25
    this.backoff.reset()
    this.listener.connected("live")
  }
}
