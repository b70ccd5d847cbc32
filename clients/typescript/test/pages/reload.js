import { connect } from "/client/dist/index.js"
import { equal, until } from "./expect.js"

/** Makes changes without a network, reloads the page, and checks that they took effect once. */
export async function run(options) {
  const isFirst = !sessionStorage.reloaded
  let isCut = false
  const cut = (url, init) => (isCut ? Promise.reject(new TypeError("cut")) : fetch(url, init))
  const nav = await connect({ ...options, key: "reloaded", fetch: cut })
  if (isFirst) {
    isCut = true
    nav.push("dish", { id: "soup" })
    nav.actions.addGuest({ n: 1 })
    sessionStorage.reloaded = true
    location.reload()
    return false
  }
  await until(nav, () => nav.pending.length === 0)
  equal([nav.current.route, nav.data], ["dish", { guests: 1 }])
  equal(Object.keys(localStorage).filter(key => !key.includes("joined")), [])
  return true
}
