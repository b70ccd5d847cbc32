import { connect } from "/client/dist/index.js"
import { bindHistory } from "/client/dist/history.js"
import { address, equal, eventually, until, untilEvent } from "./expect.js"

const isAt = position => eventually(() => history.state?.navstate?.position === position)

export async function run(options) {
  const nav = await connect(options)
  bindHistory(nav)
  await address("#/")
  await nav.present("help")
  await isAt(1)
  history.back()
  await until(nav, () => nav.presented.length === 0 && nav.pending.length === 0)
  await isAt(0)
  history.forward()
  await untilEvent("popstate", () => true)
  await isAt(0)
  equal([nav.screens.map(({ route }) => route), nav.presented, nav.pending, nav.revision], [["menu"], [], [], 3])
  return true
}
