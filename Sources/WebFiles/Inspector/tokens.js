// Stores bearer tokens until the tab is closed.

const general = "navstate.token"
const own = id => `navstate.token.${id}`

export const token = () => sessionStorage.getItem(general)

export function setToken(text) {
  if (text) sessionStorage.setItem(general, text)
  else sessionStorage.removeItem(general)
}

/** Returns the token of a session that was made in this tab. The server sends it only once. */
export const tokenOf = id => sessionStorage.getItem(own(id))

export function keepTokenOf(id, text) {
  if (text) sessionStorage.setItem(own(id), text)
}

export const forgetTokenOf = id => sessionStorage.removeItem(own(id))

/** Returns the token for a request to `path`: the session's own token if it is stored, else the entered one. */
export function tokenFor(path) {
  const id = /^\/v1\/sessions\/([^/?]+)/.exec(path)?.[1]
  return (id ? tokenOf(id) : null) ?? token()
}
