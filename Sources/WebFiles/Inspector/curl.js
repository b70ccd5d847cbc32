// An action as a command line, for a terminal or a colleague.

import { sessionPath } from "./api.js"

/** In single quotes for a shell; a quote inside is escaped. */
const quoted = text => `'${text.replaceAll("'", `'\\''`)}'`

/** The token is a variable of the shell: a command that is passed on opens nothing. */
export function curlOf(id, action) {
  const way = { undo: "undo", redo: "redo", jump: "jump" }[action.type]
  const { type, ...rest } = action
  const path = sessionPath(id, way ? `/${way}` : "/actions")
  return [
    `curl -sS ${quoted(new URL(path, location.href).href)}`,
    `  -H "Authorization: Bearer $NAVSTATE_TOKEN"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(way ? rest : action))}`,
  ].join(" \\\n")
}
