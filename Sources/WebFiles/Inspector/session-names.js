// The names that clients give their sessions: a key, and labels.

/** Returns a word unchanged, and any other text in quotes. */
const quoted = text => /[\s"]/.test(text) || text === "" ? JSON.stringify(text) : text

/** Returns the names in the syntax of a search: `key:order-17`, `store:berlin`. */
export const namesOf = ({ key, labels }) =>
  [...key === undefined || key === null ? [] : [["key", key]], ...Object.entries(labels ?? {})]
    .map(([name, value]) => `${name}:${quoted(value)}`)

/** Splits a search into the query of keys and labels for the server, and the remaining text in lower case. */
export function searched(text) {
  const query = []
  const rest = text.replace(/([^\s:]+):("(?:[^"\\]|\\.)*"|\S*)/g, (_, name, written) => {
    const value = unquoted(written)
    if (value) query.push(name === "key" ? ["key", value] : ["label", `${name}:${value}`])
    return " "
  })
  return { query, rest: rest.replace(/\s+/g, " ").trim().toLowerCase() }
}

/** Returns the text of a value in quotes, and any other value unchanged. */
function unquoted(written) {
  if (!/^".+"$/.test(written)) return written
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}
