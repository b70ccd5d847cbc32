// The list of sessions: with live updates, filters, and buttons to make and to import sessions.

import { addressOf } from "./address.js"
import { h, keyed, replace, setText } from "./dom.js"
import { problemCard } from "./problem-view.js"
import { searchField } from "./search-field.js"
import { SessionFeed } from "./session-feed.js"
import { importSession, listedApps, newSession } from "./session-making.js"
import { namesOf, searched } from "./session-names.js"
import { remembered } from "./storage.js"
import { dateTime, distance } from "./time.js"

const noFilter = { app: "", route: "", text: "" }
const memory = remembered("sessions", noFilter)

export function sessionsView(model, onToken) {
  const chosen = memory.read()
  const feed = new SessionFeed(draw)
  let apps = null
  /** The session and the view for which the links were last rendered. */
  let linked = null

  const search = searchField("Search sessions", text => filter({ text }),
    { placeholder: "Search, key:… or label:value" })
  const app = h("select", { "aria-label": "App", onChange: () => filter({ app: app.value }) })
  const route = searchField("Route", route => filter({ route }), { list: "sessions-routes" })
  const routes = h("datalist", { id: "sessions-routes" })
  const list = h("ul.sessions-list", { "aria-label": "Sessions" })
  const note = h("div.sessions-note")
  const count = h("span.muted.grow")
  const more = h("button.quiet", { onClick: () => feed.more() }, "More")
  const making = [
    h("button.administers", { onClick: () => importSession(model).then(() => feed.reload()) }, "Import"),
    h("button.primary.acts", { onClick: () => newSession(model).then(() => feed.reload()) }, "New"),
  ]
  const element = h("nav.stacked.sessions", { "aria-label": "Sessions" },
    h("div.row", h("h2", "Sessions"), count, making),
    h("div.sessions-filters", search, app, route, routes),
    note, list, more)

  function filter(change) {
    Object.assign(chosen, change)
    memory.write(chosen)
    showFilter()
    readFiltered()
  }

  const readFiltered = () => feed.filter(chosen.app,
    [...chosen.route ? [["route", chosen.route]] : [], ...searched(chosen.text).query])

  function showFilter() {
    const names = new Set(["", ...(apps ?? []), chosen.app])
    keyed(app, names, name => name, name => h("option", { value: name }, name || "All apps"))
    app.value = chosen.app
    route.value = chosen.route
    search.value = chosen.text
  }

  async function listApps() {
    apps = []
    apps = (await model.attempt("app list", listedApps) ?? []).map(({ app }) => app)
    showFilter()
  }

  function draw() {
    const { items, hasMore, isLoaded } = feed
    if (isLoaded && !apps) listApps()
    const { rest } = searched(chosen.text)
    const words = item => `${item.id} ${item.app} ${item.current.path} ${namesOf(item).join(" ")}`.toLowerCase()
    const shown = items.filter(item => words(item).includes(rest))
    keyed(list, shown, item => item.id, item => makeRow(item, model), (row, item) => row.show(item))
    keyed(routes, new Set(items.flatMap(item => item.current.path)), name => name, name => h("option", { value: name }))
    setText(count, isLoaded ? `${shown.length}${hasMore ? "+" : ""}` : "")
    more.hidden = !hasMore
    // Who may not list sessions makes none here: the form begins with the list of apps.
    for (const button of making) button.hidden = isRefused()
    drawNote(shown.length === 0)
  }

  let noted = null
  function drawNote(isEmpty) {
    const { problem, isLoaded } = feed
    const isFiltered = Object.values(chosen).some(Boolean)
    const state = problem ? problem.message : isLoaded && isEmpty ? isFiltered : null
    if (state === noted) return
    noted = state
    if (isRefused()) replace(note, h("p.muted", "This list needs the admin token. ",
      h("button.link", { onClick: onToken }, "Enter a token")))
    else if (problem) replace(note, problemCard(problem))
    else if (state === null) replace(note)
    else if (!state) replace(note, h("p.muted", "No sessions yet."))
    else replace(note, "No session fits. ", h("button.link", { onClick: () => filter(noFilter) }, "Clear the filters"))
  }

  const isRefused = () => Boolean(feed.problem?.needsToken)
  const show = () => feed.show(document.visibilityState === "visible" && element.checkVisibility())
  document.addEventListener("visibilitychange", show)
  // A narrow page shows either the list or a session.
  new ResizeObserver(show).observe(element)
  // The shown ages increase.
  setInterval(() => { if (document.visibilityState === "visible") draw() }, 1000)
  model.onEvent(event => { if (event.type === "closed") feed.reload() })
  showFilter()
  readFiltered()

  return {
    element, search, chosen, isRefused, reload: () => { apps = null; feed.reload() }, find: text => filter({ ...noFilter, text }),
    update() {
      const place = `${model.sessionId} ${model.view}`
      if (place === linked) return
      linked = place
      draw()
    },
  }
}

function makeRow({ id }, model) {
  const app = h("strong")
  const path = h("span.session-path")
  const facts = h("span.session-facts")
  const listeners = h("span.listeners")
  const age = h("span")
  const names = h("span.session-names.muted")
  const link = h("a.session", h("span.row", app, path), names,
    h("span.row.muted", facts, listeners, h("span.grow"), age))
  const row = h("li", link)
  row.show = item => {
    setText(app, item.app)
    setText(path, item.current.path.join(" › "))
    keyed(names, namesOf(item), name => name, name => h("span", name))
    setText(facts, `${id.slice(0, 10)}… · r${item.revision}`)
    setText(age, distance(item.updatedAt))
    age.title = dateTime(item.updatedAt)
    setText(listeners, item.listeners ? `● ${item.listeners}` : "")
    listeners.title = `${item.listeners} listening`
    link.href = addressOf({ sessionId: id, view: model.view, revision: null })
    link.ariaCurrent = id === model.sessionId ? "true" : null
  }
  return row
}
