import { connect } from "/client/dist/index.js"
import { bindHistory } from "/client/dist/history.js"
import { address, equal, until, untilEvent } from "./expect.js"

const ids = nav => nav.screens.map(({ params }) => params.id ?? "menu")

export async function run(options) {
  location.hash = "#/dish/soup"
  const nav = await connect(options)
  const end = bindHistory(nav)
  await until(nav, () => ids(nav).length === 2)
  equal(ids(nav), ["menu", "soup"])

  await nav.push("dish", { id: "rice" })
  await address("#/dish/rice")
  await nav.push("dish", { id: "cake" })
  await address("#/dish/cake")

  history.back()
  await untilEvent("popstate", () => true)
  await address("#/dish/rice")
  await until(nav, () => ids(nav).length === 3)
  equal(ids(nav), ["menu", "soup", "rice"])

  history.forward()
  await address("#/dish/cake")
  await until(nav, () => ids(nav).length === 4)
  history.go(-2)
  await until(nav, () => ids(nav).length === 2)
  await address("#/dish/soup")
  equal(history.length > 2, true)
  end()
  return true
}
