// One device of the restaurant: the kiosk, a phone, or the display in the kitchen.
import { connect } from "./client/index.js"
import { draw } from "./dom.js"
import { kitchen } from "./kitchen.js"
import { screens } from "./screens.js"

const { device, key, code } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
const url = new URL("..", location.href).href
document.body.classList.add(device)

// It has the session's token, which ends with the tab.
const store = {
  keys: () => Object.keys(sessionStorage), get: key => sessionStorage.getItem(key),
  set: (key, value) => sessionStorage.setItem(key, value), remove: key => sessionStorage.removeItem(key),
}

const texts = {
  connecting: "Connecting …", offline: "No network. Everything is kept and sent later.",
  closed: "This session has ended.", refused: "This session does not accept this device any more.",
}

try {
  const nav = await connect({ url, app: "restaurant", store, ...(code ? { handoff: code } : { key }) })
  const show = () => {
    draw(document.querySelector("#screen"), device === "kitchen" ? kitchen(nav) : screens(nav, device === "kiosk"))
    document.querySelector("#status").textContent = texts[nav.connection] ?? ""
  }
  nav.subscribe(show)
  show()
  window.nav = nav
} catch (problem) {
  document.querySelector("#status").textContent = problem.detail ?? problem.message
}
