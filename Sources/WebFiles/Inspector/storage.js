// What the page remembers of its user's choices after a reload.

/** A value in localStorage; `initial` where there is none. */
export const remembered = (name, initial) => ({
  read: () => ({ ...initial, ...JSON.parse(localStorage.getItem(`navstate.${name}`)) }),
  write: value => localStorage.setItem(`navstate.${name}`, JSON.stringify(value)),
})
