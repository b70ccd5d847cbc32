import { connect } from "/client/dist/index.js"
import { equal } from "./expect.js"

/** Fills `localStorage` completely. */
function fill() {
  for (let [text, size] = ["", 1 << 23]; size >= 1; size /= 2) {
    try {
      localStorage.filler = text + "x".repeat(size)
      text = localStorage.filler
    } catch (error) {
      equal(error.name, "QuotaExceededError")
    }
  }
}

/** Makes changes while the store is full. */
export async function run(options) {
  fill()
  const nav = await connect({ ...options, key: "full" })
  const problems = []
  nav.subscribe(({ problem }) => problem && problems.push(problem.code))
  await nav.actions.addGuest({ n: 1 })
  await nav.actions.addGuest({ n: 1 })
  equal([nav.data, problems], [{ guests: 2 }, ["storage-full"]])
  return true
}
