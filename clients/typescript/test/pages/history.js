import { connect } from "/client/dist/index.js"
import { bindHistory } from "/client/dist/history.js"
import { equal, untilEvent } from "./expect.js"

const address = hash => new Promise(resolve => {
  // `pushState` fires no event.
  const timer = setInterval(() => {
    if (location.hash !== hash) return
    clearInterval(timer)
    resolve()
  }, 10)
})
const ids = nav => nav.screens.map(({ params }) => params.id ?? "menu")

export async function run(options) {
  location.hash = "#/dish/soup"
  const nav = await connect(options)
  const end = bindHistory(nav)
  await new Promise(resolve => nav.subscribe(({ confirmed }) => confirmed && resolve()))
  equal(ids(nav), ["menu", "soup"])

  await nav.push("dish", { id: "rice" })
  await address("#/dish/rice")
  await nav.push("dish", { id: "cake" })
  await address("#/dish/cake")

  history.back()
  await untilEvent("popstate", () => true)
  await address("#/dish/rice")
  if (ids(nav).length !== 3) await new Promise(resolve => nav.subscribe(() => ids(nav).length === 3 && resolve()))
  equal(ids(nav), ["menu", "soup", "rice"])

  await nav.goBack()
  await address("#/dish/soup")
  equal(history.length > 2, true)
  end()
  return true
}
