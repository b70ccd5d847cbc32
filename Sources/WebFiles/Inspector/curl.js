// Formats an action as a curl command.

import { sessionPath } from "./api.js"

/** Returns a text in single quotes for a shell. Quotes inside are escaped. */
const quoted = text => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns the command. The token is a shell variable, so that the command contains no secret. */
export function curlOf(id, action) {
  const way = { undo: "undo", redo: "redo", jump: "jump", amend: "amend" }[action.type]
  const { type, ...rest } = action
  // The revisions that an amendment has left out are not a part of its request.
  if (way === "amend") delete rest.dropped
  const path = sessionPath(id, way ? `/${way}` : "/actions")
  return [
    `curl -sS ${quoted(new URL(path, location.href).href)}`,
    `  -H "Authorization: Bearer $NAVSTATE_TOKEN"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(way ? rest : action))}`,
  ].join(" \\\n")
}
