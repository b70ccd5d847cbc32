// The names that clients give their sessions: a key, and labels.

/** A word, or a text in quotes. */
const quoted = text => /[\s"]/.test(text) || text === "" ? JSON.stringify(text) : text

/** As one writes them to find the session: `key:order-17`, `store:berlin`. */
export const namesOf = ({ key, labels }) =>
  [...key === undefined || key === null ? [] : [["key", key]], ...Object.entries(labels ?? {})]
    .map(([name, value]) => `${name}:${quoted(value)}`)

/** Splits a search into the query for the server, which finds keys and labels, and the rest, in lower case. */
export function searched(text) {
  const query = []
  const rest = text.replace(/([^\s:]+):("(?:[^"\\]|\\.)*"|\S*)/g, (_, name, written) => {
    const value = /^".+"$/.test(written) ? JSON.parse(written) : written
    if (value) query.push(name === "key" ? ["key", value] : ["label", `${name}:${value}`])
    return " "
  })
  return { query, rest: rest.trim().toLowerCase() }
}
