// Stores the user's choices, so that they survive a reload.

/** Reads and writes an object in localStorage. Absent members have their values in `initial`. */
export const remembered = (name, initial) => ({
  read: () => ({ ...initial, ...JSON.parse(localStorage.getItem(`navstate.${name}`)) }),
  write: value => localStorage.setItem(`navstate.${name}`, JSON.stringify(value)),
})
