// What the page remembers of its user's choices after a reload.

/** A value in localStorage; `initial` where there is none, or where the browser keeps nothing. */
export function remembered(name, initial) {
  const key = `navstate.${name}`
  return {
    read() {
      try {
        return { ...initial, ...JSON.parse(localStorage.getItem(key) ?? "{}") }
      } catch {
        return { ...initial }
      }
    },
    write(value) {
      try {
        localStorage.setItem(key, JSON.stringify(value))
      } catch {
        // Storage is full or forbidden: the choice lasts as long as the page.
      }
    },
  }
}
