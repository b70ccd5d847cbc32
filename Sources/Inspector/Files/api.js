// The server's HTTP interface. docs/api.md has its paths.

import { tokenFor } from "./tokens.js"

/** A refusal (RFC 9457). `status` is 0 where the server could not be reached. */
export class Problem extends Error {
  constructor(fields) {
    super(fields.detail ?? fields.title ?? "Something went wrong.")
    this.title = fields.title ?? "Error"
    this.detail = fields.detail ?? ""
    this.status = fields.status ?? 0
    this.code = fields.code ?? "unknown"
    this.type = fields.type ?? null
    this.requestId = fields.requestId ?? null
    this.errors = fields.errors ?? []
  }

  get needsToken() { return this.status === 401 || this.status === 403 }
}

const unreachable = new Problem({
  code: "unreachable", title: "The server does not answer",
  detail: "Is it still running? The page goes on by itself as soon as it is back.",
})

/** The fetch itself, with the token: for streams and files. Throws a `Problem` unless the answer is a success. */
export async function open(method, path, { body, headers = {}, signal } = {}) {
  const fields = new Headers(headers)
  const bearer = tokenFor(path)
  if (bearer) fields.set("Authorization", `Bearer ${bearer}`)
  const plain = typeof body === "string" || body instanceof Blob
  if (body !== undefined && !fields.has("Content-Type")) fields.set("Content-Type", "application/json")
  let response
  try {
    response = await fetch(path, {
      method, signal, headers: fields, body: body === undefined || plain ? body : JSON.stringify(body), cache: "no-store",
    })
  } catch (error) {
    throw error.name === "AbortError" ? error : unreachable
  }
  if (!response.ok) throw await problem(response)
  return response
}

async function problem(response) {
  const text = await response.text()
  try {
    return new Problem({ status: response.status, ...JSON.parse(text) })
  } catch {
    // A proxy's page, or none.
    return new Problem({ status: response.status, title: `The answer was ${response.status}`, detail: text.slice(0, 200) })
  }
}

/** → `{ status, body, headers }`; `body` is parsed JSON, text, or null. Throws a `Problem`. */
export async function request(method, path, options) {
  const response = await open(method, path, options)
  const type = response.headers.get("Content-Type") ?? ""
  const text = await response.text()
  return {
    status: response.status, headers: response.headers,
    body: text === "" ? null : /json$|json;/.test(type) && !type.includes("ndjson") ? JSON.parse(text) : text,
  }
}

export const sessionPath = (id, rest = "") => `/v1/sessions/${encodeURIComponent(id)}${rest}`
export const appPath = (app, rest = "") => `/v1/apps/${encodeURIComponent(app)}${rest}`

/** Sends an action, or `{ actions: […] }`. → the receipt. */
export async function act(id, action, { dryRun = false, ifMatch } = {}) {
  const headers = ifMatch === undefined ? {} : { "If-Match": `"${ifMatch}"` }
  const answer = await request("POST", sessionPath(id, `/actions${dryRun ? "?dryRun=1" : ""}`), { body: action, headers })
  return answer.body
}

export { events } from "./events.js"
