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
  private current: string | undefined
  private renewal: Promise<void> | undefined
  /** When the token is replaced, in milliseconds since 1970. */
  private renewalTime = Infinity

  constructor(readonly base: string, readonly fetch: Fetch, private readonly source: TokenSource | undefined) {
    this.reset()
  }

  get token(): string | undefined {
    return this.current
  }

  set token(token: string | undefined) {
    this.current = token
    this.renewalTime = renewalTime(token)
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
    const { source } = this
    if (typeof source !== "function") return this.attempt(method, path, call)
    // Without a new token, the present one is valid for a while yet.
    if (this.token && Date.now() >= this.renewalTime) await this.renew(source).catch(() => {})
    const { token } = this
    try {
      if (token) return await this.attempt(method, path, call)
    } catch (problem) {
      if (!(problem as NavstateProblem).endsSession) throw problem
    }
    if (token === this.token) await this.renew(source)
    return this.attempt(method, path, call)
  }

  /** Gets another token. Requests that need one at the same time get the same. */
  private renew(source: () => string | Promise<string>): Promise<void> {
    return (this.renewal ??= this.replaceToken(source))
  }

  private async replaceToken(source: () => string | Promise<string>): Promise<void> {
    try {
      this.token = await source()
    } catch (error) {
      this.renewalTime = renewalTime(this.current)
      throw new NavstateProblem("no-new-token", `\`token\` has failed: ${error}.`)
    } finally {
      this.renewal = undefined
    }
  }

  private async attempt(method: string, path: string, { body, headers, signal }: Call): Promise<Response> {
    const authorization = this.token && { Authorization: `Bearer ${this.token}` }
    const content = body && { "Content-Type": "application/json" }
    const fields = { ...headers, ...authorization as {}, ...content as {} }
    const options: RequestInit = { method, headers: fields, signal, cache: "no-store", body: JSON.stringify(body) }
    const response = await this.fetch(this.base + path, options)
    if (response.ok || response.status === 304) return response
    throw problemOf(response.status, await response.text(), response.headers.get("Retry-After"))
  }
}

/**
 * When to replace a token, in milliseconds since 1970: 30 seconds before a JWT expires, or at half its remaining time.
 * Infinity for other tokens, and for one that has expired by the device's clock, since only the server's counts.
 */
function renewalTime(token: string | undefined, now = Date.now()): number {
  try {
    const payload = token!.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/")
    const expiry = JSON.parse(atob(payload)).exp * 1000
    return expiry > now ? expiry - Math.min(30_000, (expiry - now) / 2) : Infinity
  } catch {
    return Infinity
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
