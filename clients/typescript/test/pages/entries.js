import { connect } from "/client/dist/index.js"
import { bindHistory } from "/client/dist/history.js"
import { address, equal, eventually, until } from "./expect.js"

export async function run(options) {
  let isCut = false
  const cut = (url, init) => (isCut ? Promise.reject(new TypeError("cut")) : fetch(url, init))
  const nav = await connect({ ...options, fetch: cut })
  bindHistory(nav)
  await address("#/")
  const { length } = history
  isCut = true
  nav.push("dish", { id: "a b/c", size: "ü&" })
  await address("#/dish/a%20b%2Fc?size=%C3%BC%26")
  nav.present("help")
  await eventually(() => history.length === length + 2)
  equal([nav.revision, nav.pending.length], [1, 2])
  isCut = false
  await until(nav, () => nav.pending.length === 0)
  equal(location.hash, "#/dish/a%20b%2Fc?size=%C3%BC%26")
  history.back()
  await until(nav, () => nav.presented.length === 0 && nav.pending.length === 0)
  history.back()
  await until(nav, () => nav.current.route === "menu" && nav.pending.length === 0)
  await address("#/")
  equal([history.length, nav.revision], [length + 2, 5])
  return true
}
