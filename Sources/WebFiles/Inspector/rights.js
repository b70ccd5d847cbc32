// What the caller may do with a session: by the role of its token, and by the scopes of an operator.

import { tokenOf } from "./tokens.js"

/** The reason why actions are disabled. */
export const watching = "Your token permits to watch this session, not to act in it."

const roles = ["watch", "act", "lead", "backend"]

/** Whether a role permits what `least` does. Until the role is known, the server decides. */
export const reaches = (role, least) => role === null || roles.indexOf(role) >= roles.indexOf(least)

/**
 * Returns `{ act, lead, export, share, past }`, each true or false. `past`: undo also where the app denies it to clients.
 *
 * @param model `{ sessionId, role, scopes }`
 */
export function rightsOf({ sessionId, role, scopes }) {
  // The own token of a session is sent instead of an operator's.
  const isReader = !tokenOf(sessionId) && scopes !== null && !scopes.includes("support") && !scopes.includes("admin")
  return {
    act: !isReader && reaches(role, "act"), lead: !isReader && reaches(role, "lead"),
    export: reaches(role, "lead"), share: !isReader, past: !isReader && reaches(role, "backend"),
  }
}
