// The page of an app: its versions and their rollout, and how sessions go through its screens.

import { appPath, request } from "./api.js"
import { flowsView } from "./app-flows.js"
import { rolloutView } from "./app-rollout.js"
import { h, keyed, setText } from "./dom.js"
import { listedApps } from "./session-making.js"

export function appPage(model) {
  const title = h("h1")
  const about = h("p.grow.muted")
  const select = h("select", { "aria-label": "App of this page", onChange: () => model.showApp(select.value) })
  const rollout = rolloutView(model, load)
  const flows = flowsView(model)
  const parts = h("div.app-parts", rollout.element, flows.element)
  const element = h("section.app-page", { "aria-label": "App" },
    h("div.row.wrap", title, about, select, h("button", { onClick: load }, "Reload")), parts)
  let shown = null

  async function load() {
    shown = model.appName
    parts.hidden = true
    const apps = await model.attempt("app page", listedApps)
    if (!apps || shown !== model.appName) return
    if (!shown) return apps.length > 0 ? model.showApp(apps[0].app) : setText(about, "No apps yet.")
    const app = apps.find(one => one.app === shown)
    keyed(select, apps, one => one.app, one => h("option", { value: one.app }, one.app))
    select.value = shown
    setText(title, app?.title ?? shown)
    setText(about, app ? app.description ?? "" : "There is no such app.")
    const answers = app && await model.attempt("app page", () => Promise.all(
      ["", "/stats?by=version"].map(path => request("GET", appPath(shown, path)))))
    if (!answers || shown !== model.appName) return
    const [definition, stats] = answers.map(answer => answer.body)
    parts.hidden = false
    rollout.show(app, definition.rollout, stats)
    flows.show(app, definition)
  }

  return {
    element,
    reload() { if (model.appName !== null) load() },
    update() {
      if (model.appName === null && shown !== null) for (const name of ["app page", "flows", "rollout"]) model.resolve(name)
      if (model.appName !== shown && model.appName !== null) load()
      else if (model.appName !== null) flows.update()
      shown = model.appName
    },
  }
}
