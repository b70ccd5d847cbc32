/** A fault of a request: its place as a JSON Pointer, and a description. */
export interface Fault {
  pointer: string
  detail: string
  screen?: string
}

/**
 * An error response, or a fault of the connection, of the storage or of the use of this client.
 *
 * `code` is one of the server's problem codes, or `unreachable`, `timeout`, `bad-answer`, `expired`,
 * `storage-full`, `session-deleted`, `screen-gone`, `no-new-token`, `closed`. `status` is 0 without an error response.
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
    return this.isUnanswered || this.code === "no-new-token" || this.status === 408 || this.status === 429 || this.status >= 500
  }

  /** Whether the outcome of the request is unknown. */
  get isUnanswered(): boolean {
    return unanswered.includes(this.code) || (this.status >= 500 && this.status !== 503 && this.status !== 507)
  }

  /** Whether the session is permanently unavailable: a wrong token, or a session that no longer exists. */
  get endsSession(): boolean {
    return this.status === 401 || this.code === "no-such-session" || this.code === "session-expired"
  }
}

const unanswered = ["unreachable", "timeout", "bad-answer", "idempotency-key-in-progress"]

/** The problem of an unsuccessful response; `bad-answer` or a `SyntaxError` without a problem document. */
export function problemOf(status: number, text: string, retryAfter: string | null): NavstateProblem {
  const { code = "bad-answer", detail = text, errors } = JSON.parse(text)
  // A proxy may send a date, which is ignored.
  return new NavstateProblem(code, detail, status, errors, Number(retryAfter) || 0)
}

/** The problem of a request that has failed. */
export function problemFor(error: unknown, signal?: AbortSignal): NavstateProblem {
  if (error instanceof NavstateProblem) return error
  if (signal?.aborted) return new NavstateProblem("timeout", "The server has not answered in time.")
  if (error instanceof SyntaxError) return new NavstateProblem("bad-answer", "The answer is not one of Navstate.")
  return new NavstateProblem("unreachable", `The server cannot be reached: ${error}.`)
}
