import { connect } from "/client/dist/index.js"
import { useSelected, useStack } from "/client/dist/react.js"
import { equal, until } from "./expect.js"

const { createElement } = React
const shown = () => [...document.querySelectorAll("#root li")].map(item => item.textContent)

export async function run(options) {
  const nav = await connect(options)
  let guests = 0
  function Guests() {
    guests++
    return createElement("b", null, useSelected(nav, ({ data }) => data.guests))
  }
  function App() {
    const { screens, pending } = useStack(nav)
    const items = screens.map(({ key, route }) => createElement("li", { key }, route))
    return createElement("div", { title: pending.length }, items, createElement(Guests))
  }
  ReactDOM.flushSync(() => ReactDOM.createRoot(document.querySelector("#root")).render(createElement(App)))
  equal(shown(), ["menu"])

  nav.push("dish", { id: "soup" })
  await Promise.resolve()
  equal(shown(), ["menu", "dish"])
  const element = document.querySelectorAll("#root li")[1]
  await until(nav, () => nav.pending.length === 0)
  await Promise.resolve()
  equal(document.querySelectorAll("#root li")[1] === element, true)

  await nav.actions.addGuest({ n: 3 })
  await Promise.resolve()
  equal(document.querySelector("b").textContent, "3")
  return true
}
