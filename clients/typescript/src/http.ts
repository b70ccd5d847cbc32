import { NavstateProblem, problemFor, problemOf } from "./problem.js"

export type Fetch = (url: string, options: RequestInit) => Promise<Response>

export interface Call {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The timeout in milliseconds. */
  timeout?: number
}

/** A token, or a function that gets the current one from the app's backend. */
export type TokenSource = string | (() => string | Promise<string>)

/** The requests of one client: address, token, timeouts and problems. */
export class Http {
  token: string | undefined
  private renewal: Promise<void> | undefined

  constructor(readonly base: string, readonly fetch: Fetch, private readonly source: TokenSource | undefined) {
    this.reset()
  }

  /** Forgets the token of a session. */
  reset(): void {
    this.token = typeof this.source === "string" ? this.source : undefined
  }

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

  /**
   * Sends a request, again with a new token if its own does not open the session. Throws the problem of a response that
   * is neither a success nor 304, or the error of `fetch`.
   */
  async open(method: string, path: string, call: Call): Promise<Response> {
    const { source, token } = this
    try {
      if (token || typeof source !== "function") return await this.attempt(method, path, call)
    } catch (problem) {
      if (typeof source !== "function" || !(problem as NavstateProblem).endsSession) throw problem
    }
    if (token === this.token) await (this.renewal ??= this.renew(source))
    return this.attempt(method, path, call)
  }

  private async renew(source: () => string | Promise<string>): Promise<void> {
    try {
      this.token = await source()
    } catch (error) {
      throw new NavstateProblem("no-new-token", `\`token\` has failed: ${error}.`)
    } finally {
      this.renewal = undefined
    }
  }

  private async attempt(method: string, path: string, { body, headers, signal }: Call): Promise<Response> {
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
