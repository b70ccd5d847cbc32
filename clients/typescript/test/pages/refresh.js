import { connect } from "/client/dist/index.js"
import { bindHistory } from "/client/dist/history.js"
import { address, equal, until } from "./expect.js"

const ids = nav => nav.screens.map(({ params }) => params.id ?? "menu")

export async function run(options) {
  const nav = await connect({ ...options, key: "refreshed" })
  const end = bindHistory(nav)
  if (!sessionStorage.isLoaded) {
    await address("#/")
    for (const id of ["soup", "rice", "cake"]) {
      await nav.push("dish", { id })
      await address(`#/dish/${id}`)
    }
    end()
    await nav.pop()
    sessionStorage.isLoaded = true
    location.reload()
    return false
  }
  await address("#/dish/rice")
  equal(ids(nav), ["menu", "soup", "rice"])
  for (const [hash, left] of [["#/dish/soup", ["menu", "soup"]], ["#/", ["menu"]]]) {
    history.back()
    await until(nav, () => ids(nav).length === left.length)
    await address(hash)
    equal(ids(nav), left)
  }
  return true
}
