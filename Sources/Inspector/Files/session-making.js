// How a session comes to be: new, or from an export.

import { Problem, request } from "./api.js"
import { dialog } from "./dialog.js"
import { h, replace } from "./dom.js"
import { problemCard } from "./problem-view.js"

/** What the shipped apps show, for those who see them for the first time. */
const shipped = {
  counter: "A stack of counters; each can push another one.",
  tabs: "A counter, todos and settings, each in its own tab.",
  colors: "A switch between screens in three colours.",
  list: "Rows that open and load their content.",
  routing: "Flows of screens that are presented over each other.",
}

export const appNames = async () => (await request("GET", "/v1/apps")).body.items.map(item => item.app)

const make = async body => (await request("POST", "/v1/sessions", { body })).body

/** Asks for an app and how to begin; makes the session and chooses it. */
export async function newSession(model) {
  const names = await model.attempt("new session", appNames)
  if (names) await dialog("New session", close => newSessionForm(model, names, close))
}

function newSessionForm(model, names, close) {
  const app = h("select", { id: "new-app", autofocus: true, onChange: () => describe() },
    names.map(name => h("option", { value: name }, name)))
  const about = h("p.muted")
  const url = h("input", { id: "new-url", placeholder: "/product/42", spellcheck: "false" })
  const data = h("textarea", { id: "new-data", rows: 3, placeholder: "{}", spellcheck: "false" })
  const fault = h("div", { role: "alert" })
  const describe = () => { about.textContent = shipped[app.value] ?? "" }
  describe()

  async function send(event) {
    event.preventDefault()
    try {
      const made = await make({
        app: app.value, ...(url.value && { url: url.value.trim() }), ...(data.value && { data: parsed(data.value) }),
      })
      close()
      model.open(made)
    } catch (problem) {
      replace(fault, problemCard(problem))
    }
  }
  return h("form", { onSubmit: send },
    h("label", { for: "new-app" }, "App"), app, about,
    h("label", { for: "new-url" }, "Link to begin at (optional)"), url,
    h("label", { for: "new-data" }, "The app's data, as JSON (optional)"), data,
    fault, h("div.row.end", h("button.primary", "Make it")))
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem({ title: "The data is not JSON", detail: error.message })
  }
}

/** Asks for a file; makes the session that is in it and chooses it. */
export function importSession(model) {
  return new Promise(resolve => {
    const field = h("input", { type: "file", accept: ".ndjson", onCancel: resolve, onChange: async () => {
      const made = await model.attempt("import", () => request("POST", "/v1/imports", {
        body: field.files[0], headers: { "Content-Type": "application/x-ndjson" },
      }))
      if (made) model.open(made.body)
      resolve()
    } })
    field.click()
  })
}

/** The start page, without a session. */
export function welcomeView(model) {
  const cards = h("div.welcome-apps")
  const element = h("section.welcome",
    h("h1", "Choose a session, or make one"),
    h("p.muted", "A session is the navigation state of one client of an app, with its history. The inspector shows " +
      "each change as it happens, shows past revisions, and sends actions."),
    cards,
    h("p.muted", "To define your own apps, see ", h("a", { href: "/docs" }, "the API documentation"), "."))
  let offered = false

  async function offer() {
    offered = true
    const names = await model.attempt("apps", appNames)
    offered = names !== null
    replace(cards, (names ?? []).map(name =>
      h("button.welcome-app", { "aria-label": `New session of ${name}`, onClick: () => begin(name) },
        h("strong", name), h("span", shipped[name] ?? "An app of this server."), h("em", "New session"))))
  }

  async function begin(app) {
    const made = await model.attempt("new session", () => make({ app }))
    if (made) model.open(made)
  }

  return { element, update() { if (!offered && !model.problems.has("apps")) offer() } }
}
