// Reads the event streams of a session and of an app with fetch, since an EventSource cannot send a token.

import { open, Problem } from "./api.js"

/** Splits a stream into server-sent events (WHATWG HTML §9.2.6). Supports only the syntax that this server uses. */
class EventParser {
  #rest = ""
  #event = {}

  push(text) {
    const lines = (this.#rest + text).split("\n")
    this.#rest = lines.pop()
    return lines.flatMap(line => this.#take(line))
  }

  #take(line) {
    if (line === "") {
      const event = this.#event
      this.#event = {}
      return event
    }
    // The flag `s` is necessary because JSON can contain an unescaped U+2028.
    const [, name, value] = /^(\w*): ?(.*)$/s.exec(line)
    this.#event[name] = value
    return []
  }
}

const pause = (milliseconds, signal) =>
  new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener("abort", end)
  })

/**
 * Reads until `signal` aborts, the session is gone, or the server refuses. Reconnects after each interruption with
 * `Last-Event-ID`, which is `last` at first. `onEvent({ type, id, data })` gets the events of docs/events.md.
 * `data` is parsed. `onState(state, problem)` gets `connecting`, `live`, `reconnecting`, `closed` or `refused`.
 */
export async function events(path, { last = null, onEvent, onState, signal }) {
  const link = { path, last, retry: 500, failures: 0, onEvent, onState, signal }
  onState("connecting")
  while (!signal.aborted) {
    let problem = null
    try {
      if (await listen(link)) return onState("closed")
    } catch (error) {
      if (error instanceof Problem) problem = error
    }
    const { status } = problem ?? {}
    if (status === 404) return onState("closed")
    if (status >= 400 && status < 500 && status !== 429) return onState("refused", problem)
    onState("reconnecting", problem)
    await pause(Math.min(link.retry * 2 ** link.failures, 15_000), signal)
    link.failures += 1
  }
}

/** Reads one connection to its end. Resolves to whether the session is gone. */
async function listen(link) {
  const headers = link.last === null ? {} : { "Last-Event-ID": link.last }
  const response = await open("GET", link.path, { headers, signal: link.signal })
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

function take({ event: type, data, id, retry }, link) {
  link.failures = 0
  if (retry) link.retry = Number(retry)
  if (id) link.last = id
  if (data) {
    const event = { type, id, data: JSON.parse(data) }
    try {
      link.onEvent(event)
    } catch (error) {
      // An error of the listener and not of the connection: the browser reports it, and the stream continues.
      reportError(error)
    }
  }
  return type === "closed"
}
