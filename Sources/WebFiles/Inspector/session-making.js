// Makes sessions: new ones, or from an export.

import { request } from "./api.js"
import { dialog } from "./dialog.js"
import { h, replace } from "./dom.js"
import { parsed } from "./json-text.js"
import { problemCard } from "./problem-view.js"
import { quarantineView } from "./quarantine.js"

/** Resolves to `{ app, version, title?, description?, device? }` of each app. */
export const listedApps = async () => (await request("GET", "/v1/apps")).body.items

const make = async body => (await request("POST", "/v1/sessions", { body })).body

/** Asks for an app and its initial state, makes the session, and opens it. */
export async function newSession(model) {
  const apps = await model.attempt("new session", listedApps)
  if (apps) await dialog("New session", close => newSessionForm(model, apps, close))
}

function newSessionForm(model, apps, close) {
  const app = h("select", { id: "new-app", autofocus: true, onChange: () => describe() },
    apps.map(({ app, title }) => h("option", { value: app }, title && title !== app ? `${title} (${app})` : app)))
  const about = h("p.muted")
  const url = h("input", { id: "new-url", placeholder: "/product/42", spellcheck: "false" })
  const data = h("textarea", { id: "new-data", rows: 3, placeholder: "{}", spellcheck: "false" })
  const fault = h("div", { role: "alert" })
  const describe = () => { about.textContent = apps[app.selectedIndex]?.description ?? "" }
  describe()

  async function send(event) {
    event.preventDefault()
    try {
      const made = await make({
        app: app.value, ...(url.value && { url: url.value.trim() }), ...(data.value && { data: parsed(data.value, "The data") }),
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

/** Asks for a file, makes the session from it, and opens the session. */
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
  const quarantine = quarantineView(model)
  const element = h("section.welcome", quarantine.element,
    h("h1", "Choose a session, or make one"),
    h("p.muted", "A session is the navigation state of one client of an app, with its history. The inspector shows " +
      "each change as it happens, shows past revisions, and sends actions."),
    cards,
    h("p.muted", "To define your own apps, see ", h("a", { href: "/docs" }, "the API documentation"), "."))
  let offered = false

  async function offer() {
    offered = true
    const apps = await model.attempt("apps", listedApps)
    offered = apps !== null
    // Both are the admin's.
    if (apps) quarantine.load()
    replace(cards, (apps ?? []).map(({ app, version, title = app, description }) =>
      h("button.welcome-app.acts", { "aria-label": `New session of ${app}`, onClick: () => begin(app) },
        h("strong", title), h("code", title === app ? `version ${version}` : `${app} ${version}`),
        h("span", description ?? ""), h("em", "New session"))))
  }

  async function begin(app) {
    const made = await model.attempt("new session", () => make({ app }))
    if (made) model.open(made)
  }

  return { element, update() { if (!offered && !model.problems.has("apps")) offer() } }
}
