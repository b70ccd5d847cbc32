import { problemFor, problemOf } from "./problem.js"

export type Fetch = (url: string, options: RequestInit) => Promise<Response>

export interface Call {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The timeout in milliseconds. */
  timeout?: number
}

/** The requests of one client: address, token, timeouts and problems. */
export class Http {
  constructor(readonly base: string, readonly fetch: Fetch, public token: string | undefined) {}

  /** Sends a request and parses the response as JSON; undefined for an empty response. */
  async json(method: string, path: string, call: Call = {}): Promise<any> {
    const timer = limited(call)
    try {
      const response = await this.open(method, path, { ...call, signal: timer.signal })
      const text = await response.text()
      return text ? JSON.parse(text) : undefined
    } catch (error) {
      throw problemFor(error, timer.signal)
    } finally {
      timer.end()
    }
  }

  /** Sends a request. Throws the problem of a response that is neither a success nor 304, or the error of `fetch`. */
  async open(method: string, path: string, { body, headers, signal }: Call): Promise<Response> {
    const authorization = this.token ? { Authorization: `Bearer ${this.token}` } : {}
    const content = body ? { "Content-Type": "application/json" } : {}
    const fields = { ...headers, ...authorization, ...content } as Record<string, string>
    const options: RequestInit = { method, headers: fields, signal, cache: "no-store", body: JSON.stringify(body) }
    const response = await this.fetch(this.base + path, options)
    if (response.ok || response.status === 304) return response
    throw problemOf(response.status, await response.text(), response.headers.get("Retry-After"))
  }
}

/** A signal that aborts with a call's, or after its timeout. */
function limited({ signal, timeout = 30_000 }: Call): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal?.addEventListener("abort", abort)
  const timer = setTimeout(abort, timeout)
  const end = () => {
    clearTimeout(timer)
    signal?.removeEventListener("abort", abort)
  }
  return { signal: controller.signal, end }
}
