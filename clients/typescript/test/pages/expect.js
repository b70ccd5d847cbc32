export function equal(value, expected) {
  const [one, other] = [JSON.stringify(value), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${one} is not ${other}`)
}

/** Resolves when a condition holds after a change of a client. */
export const until = (nav, condition) => new Promise(resolve => {
  const check = () => { if (condition()) resolve(end()) }
  const end = nav.subscribe(check)
  check()
})

/** Resolves when a condition holds after an event of the window. */
export const untilEvent = (name, condition) => new Promise(resolve => {
  addEventListener(name, function check() {
    if (!condition()) return
    removeEventListener(name, check)
    resolve()
  })
})

/** Resolves when a condition of the browser's history holds, for whose changes there is no event. */
export const eventually = condition => new Promise(resolve => {
  const timer = setInterval(() => {
    if (!condition()) return
    clearInterval(timer)
    resolve()
  }, 10)
})

/** Resolves when the address has this fragment. */
export const address = hash => eventually(() => location.hash === hash)
