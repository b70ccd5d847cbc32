// Bearer tokens, for as long as the tab is open and no longer.

const general = "navstate.token"
const own = id => `navstate.token.${id}`

export const token = () => sessionStorage.getItem(general)

export function setToken(text) {
  if (text) sessionStorage.setItem(general, text)
  else sessionStorage.removeItem(general)
}

/** The token that came with a session which was made here; the server shows it once. */
export const tokenOf = id => sessionStorage.getItem(own(id))

export function keepTokenOf(id, text) {
  if (text) sessionStorage.setItem(own(id), text)
}

export const forgetTokenOf = id => sessionStorage.removeItem(own(id))

/** What opens `path`: the session's own token where it is known; else the one that was entered. */
export function tokenFor(path) {
  const id = /^\/v1\/sessions\/([^/?]+)/.exec(path)?.[1]
  return (id ? tokenOf(id) : null) ?? token()
}
