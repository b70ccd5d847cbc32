// Formats JSON as text, truncates it, and marks the matches of a search in it.

import { Problem } from "./api.js"
import { h } from "./dom.js"

export const pretty = value => JSON.stringify(value, null, 2)

/** Formats a value on one line of at most `limit` characters. */
export function brief(value, limit = 120) {
  const text = value === undefined ? "" : JSON.stringify(value)
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text
}

/** Splits `text`, with each occurrence of `wanted` (lower case) in a <mark>. */
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

/** Appends a key to a JSON Pointer (RFC 6901). */
export const pointer = (parent, key) => `${parent}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`

/** Parses the input of a user. Throws a `Problem`, whose title begins with `name`. */
export function parsed(text, name) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem({ title: `${name} is not JSON`, detail: error.message })
  }
}
