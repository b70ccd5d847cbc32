// A session's event stream, read with fetch: an EventSource cannot send a token.

import { open, sessionPath } from "./api.js"

/** Splits a stream of server-sent events into `{ type, data, id, retry }` (WHATWG HTML §9.2.6). */
export class EventParser {
  #rest = ""
  #event = {}

  push(text) {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop()
    return lines.map(line => this.#line(line)).filter(event => event !== null)
  }

  #line(line) {
    if (line === "") {
      const event = this.#event
      this.#event = {}
      return event.data === undefined && event.retry === undefined ? null : { type: "message", ...event }
    }
    const colon = line.indexOf(":")
    if (colon === 0) return null
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (name === "event") this.#event.type = value
    else if (name === "data") this.#event.data = this.#event.data === undefined ? value : `${this.#event.data}\n${value}`
    else if (name === "id") this.#event.id = value
    else if (name === "retry" && /^\d+$/.test(value)) this.#event.retry = Number(value)
    return null
  }
}

const pause = (milliseconds, signal) =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener("abort", () => { clearTimeout(timer); resolve() }, { once: true })
  })

/**
 * Listens until `signal` aborts, the session is gone, or the server refuses; comes back after each interruption with
 * `Last-Event-ID`. `onEvent({ type, id, data })`: `snapshot`, `change`, `reset`, `refused`, `closed`, `data` parsed.
 * `onState(state, problem)`: `connecting`, `live`, `reconnecting`, `closed`, `refused`.
 */
export async function events(id, { onEvent, onState = () => {}, after, refusals = false, name = "inspector", signal }) {
  const link = { id, last: after, retry: 500, failures: 0, onEvent, onState, refusals, name, signal }
  onState("connecting")
  while (!signal?.aborted) {
    try {
      if (await listen(link)) return onState("closed")
    } catch (problem) {
      if (signal?.aborted) return
      if (problem.status === 404) return onState("closed")
      if (problem.status >= 400 && problem.status < 500 && problem.status !== 429) return onState("refused", problem)
    }
    if (signal?.aborted) return
    onState("reconnecting")
    await pause(Math.min(link.retry * 2 ** link.failures, 15_000), signal)
    link.failures += 1
  }
}

/** One connection. → whether the session is gone. */
async function listen(link) {
  const query = new URLSearchParams({ name: link.name })
  if (link.refusals) query.set("refusals", "1")
  const headers = { Accept: "text/event-stream" }
  if (link.last !== undefined) headers["Last-Event-ID"] = String(link.last)
  const response = await open("GET", sessionPath(link.id, `/events?${query}`), { headers, signal: link.signal })
  if (response.status === 204) return true
  link.onState("live")
  const parser = new EventParser()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return false
    for (const event of parser.push(value)) if (take(event, link)) return true
  }
}

function take(event, link) {
  link.failures = 0
  if (event.retry !== undefined) link.retry = event.retry
  if (event.data === undefined) return false
  if (event.id !== undefined) link.last = event.id
  link.onEvent({ type: event.type, id: event.id, data: JSON.parse(event.data) })
  return event.type === "closed"
}
