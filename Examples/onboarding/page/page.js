import { connect } from "@navstate/client"
import { screens } from "./screens.js"

let nav, shown, message

/** Asks the backend. */
async function ask(path, body) {
  const answer = await fetch(path, body && { method: "POST", body: JSON.stringify(body) })
  const content = await answer.json()
  if (!answer.ok) throw new Error(content.detail)
  return content
}

/** Opens the session of the user of this device, or that of a guest. */
async function start() {
  nav?.close()
  const { server, session, key } = await ask("session")
  nav = await connect(session
    ? { url: server, session, token: async () => (await ask("token", {})).token }
    : { url: server, app: "onboarding", token: key })
  nav.subscribe(({ problem }) => problem?.code === "session-deleted" ? start() : show())
  show()
}

async function signIn({ user, password }) {
  const { code } = await nav.handoff()
  nav.close()
  await ask("sign-in", { code, user, password }).finally(start)
}

async function join(code) {
  await ask("join", { code })
  history.replaceState(null, "", ".")
}

async function showCode() {
  message = `Code: ${(await nav.handoff()).code}`
}

const element = (tag, members) => Object.assign(document.createElement(tag), members)
const text = textContent => element("p", { textContent })

function button(textContent, work) {
  const onclick = async () => {
    message = ""
    await Promise.resolve(work()).catch(error => message = error.detail ?? error.message)
    show()
  }
  return element("button", { textContent, onclick })
}

function form(names, work) {
  const fields = names.map(name => element("input", { name, placeholder: name }))
  return [...fields, button("Continue", () => work(Object.fromEntries(fields.map(({ name, value }) => [name, value]))))]
}

/** Draws the current screen, unless it is drawn already. */
function show() {
  const { key, route, params, state } = nav.current
  const known = JSON.stringify([key, route, params, state, nav.data, message])
  if (known === shown) return
  shown = known
  const parts = screens({ nav, params, state, text, button, form, signIn, showCode })[route]()
  document.querySelector("main").replaceChildren(
    element("h1", { textContent: route }), ...parts, button("Back", () => nav.back()), text(message))
}

const code = new URLSearchParams(location.search).get("code")
if (code) await join(code)
await start()
