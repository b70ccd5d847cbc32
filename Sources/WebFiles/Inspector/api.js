// Sends requests to the HTTP API of the server, which docs/api.md describes.

import { tokenFor } from "./tokens.js"

/** An error of the API (RFC 9457). If the server is unreachable, `status` is 0, or the status of a proxy's response. */
export class Problem extends Error {
  constructor({ title = "Error", detail = "", status = 0, code = "unknown", type = null, errors = [] }) {
    super(detail || title)
    Object.assign(this, { title, detail, status, code, type, errors })
  }

  get needsToken() { return this.status === 401 || this.status === 403 }
}

let refusal = null

/** Resolves to the refusal of requests without a token, or null. Asks once: each refusal is an error in the console. */
function refusalWithoutToken() {
  refusal ??= send("GET", "/v1/sessions?limit=1").then(() => null, problem => {
    if (problem.status === 401) return problem
    refusal = null
    return null
  })
  return refusal
}

const isOpen = path => !path.startsWith("/v1/") || path === "/v1/handoffs"

/** Returns the unread `Response`, for streams and files. Throws a `Problem` unless the response is a success. */
export async function open(method, path, options) {
  const problem = tokenFor(path) || isOpen(path) ? null : await refusalWithoutToken()
  if (problem) throw problem
  return send(method, path, options)
}

async function send(method, path, { body, headers, signal } = {}) {
  const fields = new Headers(headers)
  const bearer = tokenFor(path)
  if (bearer) fields.set("Authorization", `Bearer ${bearer}`)
  const isFile = body instanceof Blob
  if (body !== undefined && !isFile) fields.set("Content-Type", "application/json")
  let response
  try {
    const content = isFile ? body : JSON.stringify(body)
    response = await fetch(path, { method, signal, headers: fields, body: content, cache: "no-store" })
  } catch (error) {
    if (error.name === "AbortError") throw error
    throw unreachable()
  }
  if (!response.ok) throw await problem(response)
  return response
}

const unreachable = (status = 0) =>
  new Problem({ status, title: "The server does not answer", detail: "The page reconnects automatically." })

async function problem(response) {
  const { status } = response
  const text = await response.text()
  try {
    return new Problem({ status, ...JSON.parse(text) })
  } catch {
    // The response is not JSON, so a proxy made it. Only a proxy sends 502 and 504: it did not reach the server.
    if (status === 502 || status === 504) return unreachable(status)
    return new Problem({ status, title: `The answer was ${status}`, detail: text.slice(0, 200) })
  }
}

/** Returns `{ status, body, headers }`. `body` is parsed JSON, text, or null. Throws a `Problem`. */
export async function request(method, path, options) {
  const response = await open(method, path, options)
  const { status, headers } = response
  const text = await response.text()
  return { status, headers, body: /[/+]json\b/.test(headers.get("Content-Type")) ? JSON.parse(text) : text || null }
}

export const sessionPath = (id, rest = "") => `/v1/sessions/${encodeURIComponent(id)}${rest}`
export const appPath = (app, rest = "") => `/v1/apps/${encodeURIComponent(app)}${rest}`

/** Sends an action, or `{ actions: […] }`. Returns the receipt. */
export async function act(id, action, { dryRun = false, ifMatch } = {}) {
  const headers = ifMatch === undefined ? {} : { "If-Match": `"${ifMatch}"` }
  const path = sessionPath(id, dryRun ? "/actions?dryRun=1" : "/actions")
  return (await request("POST", path, { body: action, headers })).body
}
