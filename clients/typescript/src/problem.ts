/** A fault of a request: its place as a JSON Pointer, and what is wrong. */
export interface Fault {
  pointer: string
  detail: string
  screen?: string
}

/**
 * A refusal by the server, or a fault of the connection, of the storage or of the use of this client.
 *
 * `code` is for programs: one of the server's problem codes, or `unreachable`, `timeout`, `bad-answer`, `expired`,
 * `storage-full`, `session-deleted`, `screen-gone`, `closed`. `status` is 0 unless a server has answered.
 */
export class NavstateProblem extends Error {
  override name = "NavstateProblem"

  constructor(
    readonly code: string,
    readonly detail: string,
    readonly status = 0,
    readonly errors: Fault[] = [],
    /** The seconds after which the request may be repeated. */
    readonly retryAfter?: number,
  ) {
    super(`${code}: ${detail}`)
  }

  /** Whether the same request, with the same key, may succeed later. */
  get isTemporary(): boolean {
    const { code, status } = this
    const isUnanswered = code === "unreachable" || code === "timeout" || code === "bad-answer"
    return isUnanswered || status === 408 || status === 429 || status >= 500 || code === "idempotency-key-in-progress"
  }

  /** Whether it is unknown what became of the request. */
  get isUnanswered(): boolean {
    return this.status === 0 || this.status >= 500 && this.status !== 503 && this.status !== 507
      || this.code === "idempotency-key-in-progress"
  }

  /** Whether the session is out of reach for good: a wrong token, or a session that does not exist any more. */
  get endsSession(): boolean {
    return this.status === 401 || this.status === 410 || this.code === "no-such-session"
      || this.code === "session-expired"
  }
}

/** The problem of a response that is not a success. */
export function problemOf(status: number, text: string, retryAfter: string | null): NavstateProblem {
  const seconds = retryAfter ? Number(retryAfter) : undefined
  try {
    const { code, detail, errors } = JSON.parse(text)
    if (typeof code === "string") return new NavstateProblem(code, detail, status, errors, seconds)
  } catch {
    // A proxy's page.
  }
  return new NavstateProblem(`http-${status}`, `The response has the status ${status}.`, status, [], seconds)
}
