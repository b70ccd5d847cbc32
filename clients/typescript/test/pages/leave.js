import { connect } from "/client/dist/index.js"
import { bindHistory } from "/client/dist/history.js"
import { address, equal, eventually } from "./expect.js"

/** The page before the app, the page of the app, and again the page before it. */
export async function run(options) {
  if (sessionStorage.isLeft) return true
  if (!location.search.includes("inside")) {
    addEventListener("pageshow", event => { if (event.persisted) location.reload() })
    location.assign(`${location.href}&inside`)
    return false
  }
  const nav = await connect(options)
  bindHistory(nav)
  await address("#/")
  for (const id of ["soup", "rice"]) {
    await nav.push("dish", { id })
    await address(`#/dish/${id}`)
  }
  await nav.send({ type: "reset", navigation: { screens: [{ route: "dish", params: { id: "rice" } }] } })
  await eventually(() => history.state.navstate.position === 0 && location.hash === "#/dish/rice")
  equal(nav.screens.length, 1)
  sessionStorage.isLeft = true
  addEventListener("popstate", () => { throw new Error("The back button did not leave the page.") })
  history.back()
  return false
}
