import { connect } from "/client/dist/index.js"
import { App } from "/readme/app.js"
import { equal, until } from "./expect.js"

export async function run(options) {
  const nav = await connect(options)
  await until(nav, () => nav.connection === "live")
  const root = ReactDOM.createRoot(document.querySelector("#root"))
  ReactDOM.flushSync(() => root.render(React.createElement(App, { nav })))
  nav.push("dish", { id: "soup" })
  await Promise.resolve()
  equal(document.querySelector("ol").textContent, "menudish")
  equal(document.querySelector("ol").title, "0 guests, live")
  return true
}
