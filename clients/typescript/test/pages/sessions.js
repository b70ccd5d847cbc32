import { connect } from "/client/dist/index.js"
import { bindHistory } from "/client/dist/history.js"
import { address, equal, until, untilEvent } from "./expect.js"

const path = nav => nav.screens.map(({ params }) => params.id ?? "menu")

export async function run(options) {
  const one = await connect({ ...options, key: "one" })
  const endOne = bindHistory(one)
  await address("#/")
  await one.push("dish", { id: "soup" })
  await address("#/dish/soup")
  endOne()

  const two = await connect({ ...options, key: "two" })
  const endTwo = bindHistory(two)
  await address("#/")
  equal(path(two), ["menu"])
  history.forward()
  await untilEvent("popstate", () => location.hash === "#/")
  equal([path(two), two.revision], [["menu"], 1])
  location.hash = "#/dish/rice"
  await until(two, () => path(two).length === 2)
  endTwo()

  const [three, four] = [await connect({ ...options, key: "three" }), await connect({ ...options, key: "four" })]
  const endThree = bindHistory(three, { open: "always" })
  await until(three, () => path(three).length === 2)
  endThree()
  history.pushState(null, "", "#/dish/cake")
  bindHistory(four, { open: "never" })
  await address("#/")
  equal(path(four), ["menu"])
  await four.push("dish", { id: "tea" })
  await address("#/dish/tea")
  four.close()
  history.back()
  let moves = 0
  history.go = () => { moves++ }
  await untilEvent("popstate", () => location.hash === "#/")
  await new Promise(resolve => setTimeout(resolve))
  equal(moves, 0)
  return true
}
