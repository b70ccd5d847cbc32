import { NavstateProblem, problemOf } from "./problem.js"

export type Fetch = (url: string, options: RequestInit) => Promise<Response>

export interface Call {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Milliseconds until the request is given up; 0: none. */
  timeout?: number
}

/** The requests of one client: address, token, time limits and problems. */
export class Http {
  constructor(readonly base: string, readonly fetch: Fetch, public token: string | undefined) {}

  /** Sends a request and reads its answer as JSON; undefined for an answer without content. */
  async json(method: string, path: string, call: Call = {}): Promise<any> {
    const timer = limited(call)
    try {
      const response = await this.open(method, path, { ...call, signal: timer.signal })
      const text = await response.text().catch(error => { throw unreachable(error, timer.signal) })
      if (response.status === 204 || response.status === 304) return undefined
      try { return JSON.parse(text) } catch { throw new NavstateProblem("bad-answer", "The answer is not JSON.") }
    } finally {
      timer.end()
    }
  }

  /** Sends a request. Throws the problem of a response that is neither a success nor 304. */
  async open(method: string, path: string, { body, headers, signal }: Call): Promise<Response> {
    const fields: Record<string, string> = { ...headers }
    if (this.token) fields.Authorization = `Bearer ${this.token}`
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    if (body !== undefined) fields["Content-Type"] = "application/json"
    const options = { method, headers: fields, ...content, signal, cache: "no-store" as const }
    const response = await this.fetch(this.base + path, options).catch(error => { throw unreachable(error, signal) })
    if (response.ok || response.status === 304) return response
    const text = await response.text().catch(() => "")
    throw problemOf(response.status, text, response.headers.get("Retry-After"))
  }
}

function unreachable(error: unknown, signal?: AbortSignal): NavstateProblem {
  if (signal?.aborted) return new NavstateProblem("timeout", "The server has not answered in time.")
  return new NavstateProblem("unreachable", `The server cannot be reached: ${(error as Error)?.message ?? error}.`)
}

/** A signal that aborts with that of a call, or after its time. */
function limited({ signal, timeout = 30_000 }: Call): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (signal?.aborted) abort()
  signal?.addEventListener("abort", abort)
  const timer = timeout ? setTimeout(abort, timeout) : undefined
  const end = () => {
    clearTimeout(timer)
    signal?.removeEventListener("abort", abort)
  }
  return { signal: controller.signal, end }
}
