// JSON as text: on one line, cut to length, with what was searched for marked.

import { Problem } from "./api.js"
import { h } from "./dom.js"

export const pretty = value => JSON.stringify(value, null, 2)

/** On one line, `limit` characters at most. */
export function brief(value, limit = 120) {
  const text = value === undefined ? "" : JSON.stringify(value)
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text
}

/** `text` with each place where `wanted` (lower case) stands in a <mark>. */
export function marked(text, wanted) {
  if (!wanted) return [text]
  const lower = text.toLowerCase()
  const parts = []
  let end = 0
  for (let start = lower.indexOf(wanted); start >= 0; start = lower.indexOf(wanted, end)) {
    parts.push(text.slice(end, start), h("mark", text.slice(start, start + wanted.length)))
    end = start + wanted.length
  }
  parts.push(text.slice(end))
  return parts
}

/** A JSON Pointer (RFC 6901), one step longer. */
export const pointer = (parent, key) => `${parent}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`

/** The value of a text that a user wrote; throws a `Problem`. `name` begins a sentence. */
export function parsed(text, name) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem({ title: `${name} is not JSON`, detail: error.message })
  }
}
