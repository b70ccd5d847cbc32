// The list of sessions: live, filtered, with what can be done to all of them.

import { addressOf } from "./address.js"
import { request } from "./api.js"
import { h, keyed, replace, setText } from "./dom.js"
import { problemCard } from "./problem-view.js"
import { searchField } from "./search-field.js"
import { appNames, importSession, newSession } from "./session-making.js"
import { remembered } from "./storage.js"
import { dateTime, distance } from "./time.js"

const pollEvery = 2000
const pageSize = 200
/** What changed in this time is shown however many sessions there are. */
const recently = 10 * 60_000
const noFilter = { app: "", route: "", text: "" }
const memory = remembered("sessions", noFilter)

export function sessionsView(model, onToken) {
  const chosen = memory.read()
  let apps = null
  let items = []
  let hasMore = false
  let problem = null
  let wanted = pageSize
  let asked = null
  /** What the links were last drawn for. */
  let linked = null

  const search = searchField("Search sessions", text => filter({ text }))
  const app = h("select", { "aria-label": "App", onChange: () => filter({ app: app.value }) })
  const route = searchField("Route", route => filter({ route }), { list: "sessions-routes" })
  const routes = h("datalist", { id: "sessions-routes" })
  const list = h("ul.sessions-list", { "aria-label": "Sessions" })
  const note = h("div.sessions-note")
  const count = h("span.muted.grow")
  const more = h("button.quiet", { onClick: () => { wanted += pageSize; load() } }, "More")
  const element = h("nav.stacked.sessions", { "aria-label": "Sessions" },
    h("div.row",
      h("h2", "Sessions"), count,
      h("button", { onClick: () => importSession(model).then(load) }, "Import"),
      h("button.primary", { onClick: () => newSession(model).then(load) }, "New")),
    h("div.sessions-filters", search, app, route, routes),
    note, list, more)

  function filter(change) {
    Object.assign(chosen, change)
    memory.write(chosen)
    wanted = pageSize
    showFilter()
    load()
  }

  function showFilter() {
    const names = new Set(["", ...(apps ?? []), chosen.app])
    keyed(app, names, name => name, name => h("option", { value: name }, name || "All apps"))
    app.value = chosen.app
    route.value = chosen.route
    search.value = chosen.text
  }

  async function load() {
    asked?.abort()
    const { signal } = asked = new AbortController()
    const query = { ...(chosen.app && { app: chosen.app }), ...(chosen.route && { route: chosen.route }) }
    const updatedAfter = new Date(Date.now() - recently).toISOString()
    try {
      const some = await pages(query, wanted, signal)
      hasMore = some.next !== null
      const recent = hasMore ? await pages({ ...query, updatedAfter }, pageSize, signal) : { items: [] }
      items = [...new Map([...some.items, ...recent.items].map(item => [item.id, item])).values()]
        .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      apps ??= await appNames()
      problem = null
      showFilter()
    } catch (error) {
      if (signal.aborted) return
      problem = error
    }
    asked = null
    draw()
  }

  function draw() {
    const text = chosen.text.toLowerCase()
    const shown = items.filter(({ id, app, current }) => `${id} ${app} ${current.path}`.toLowerCase().includes(text))
    keyed(list, shown, item => item.id, item => makeRow(item, model), (row, item) => row.show(item))
    keyed(routes, new Set(items.flatMap(item => item.current.path)), name => name, name => h("option", { value: name }))
    setText(count, apps ? `${shown.length}${hasMore ? "+" : ""}` : "")
    more.hidden = !hasMore
    drawNote(shown.length === 0)
  }

  let noted = null
  function drawNote(isEmpty) {
    const isFiltered = Object.values(chosen).some(Boolean)
    const state = problem ? problem.message : apps && isEmpty ? isFiltered : null
    if (state === noted) return
    noted = state
    if (problem) replace(note, problemCard(problem, { onToken }))
    else if (state === null) replace(note)
    else if (!state) replace(note, h("p.muted", "No sessions yet."))
    else replace(note, "No session fits. ", h("button.link", { onClick: () => filter(noFilter) }, "Clear the filters"))
  }

  const poll = () => { if (document.visibilityState === "visible" && !asked && !problem?.needsToken) load() }
  setInterval(poll, pollEvery)
  document.addEventListener("visibilitychange", poll)
  model.onEvent(event => { if (event.type === "closed") load() })
  showFilter()
  load()

  return {
    element, search, reload: load,
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
  const link = h("a.session", h("span.row", app, path), h("span.row.muted", facts, listeners, h("span.grow"), age))
  const row = h("li", link)
  row.show = item => {
    setText(app, item.app)
    setText(path, item.current.path.join(" › "))
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

/** Page after page of the list, which is in the order of ids, until there are as many as wanted. */
async function pages(query, wanted, signal) {
  const items = []
  let next = null
  do {
    const values = new URLSearchParams({ ...query, limit: pageSize, ...(next && { after: next }) })
    const { body } = await request("GET", `/v1/sessions?${values}`, { signal })
    items.push(...body.items)
    next = body.next
  } while (next !== null && items.length < wanted)
  return { items, next }
}
