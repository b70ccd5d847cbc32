// The list of sessions: live, filtered, with what can be done to all of them.

import { request } from "./api.js"
import { h, keyed, replace, setText } from "./dom.js"
import { problemCard } from "./problem-view.js"
import { appChoices, importSession, newSession } from "./session-making.js"
import { remembered } from "./storage.js"
import { dateTime, distance } from "./time.js"

const pollEvery = 2000
const pageSize = 200
/** What changed in this time is shown however many sessions there are. */
const recently = 10 * 60_000
const filters = remembered("sessions", { app: "", route: "", text: "" })

export function sessionsView(model, onToken) {
  const chosen = filters.read()
  let apps = []
  let items = []
  let hasMore = false
  let problem = null
  let wanted = pageSize
  let loaded = false
  let asked = null

  const search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search sessions", value: chosen.text,
    id: "sessions-search", onInput: () => filter({ text: search.value }) })
  const app = h("select", { "aria-label": "App", onChange: () => filter({ app: app.value }) })
  const route = h("input", { type: "search", placeholder: "Route", "aria-label": "Current route", value: chosen.route,
    list: "sessions-routes", onInput: () => filter({ route: route.value }) })
  const routes = h("datalist", { id: "sessions-routes" })
  const list = h("ul", { class: "sessions-list", "aria-label": "Sessions" })
  const note = h("div", { class: "sessions-note" })
  const count = h("span", { class: "badge" })
  const more = h("button", { class: "quiet", onClick: () => { wanted += pageSize; load() } }, "More")
  const element = h("nav", { class: "sessions", "aria-label": "Sessions" },
    h("div", { class: "row" },
      h("h2", {}, "Sessions"), count, h("span", { class: "grow" }),
      h("button", { onClick: () => importSession(model).then(load), title: "Make a session from its export" }, "Import"),
      h("button", { class: "primary", onClick: () => newSession(model).then(load) }, "New")),
    h("div", { class: "sessions-filters" }, search, app, route, routes),
    note, list, more)

  function filter(change) {
    Object.assign(chosen, change)
    filters.write(chosen)
    wanted = pageSize
    load()
  }

  function offerApps() {
    const names = [...new Set([...apps, chosen.app].filter(Boolean))].sort()
    keyed(app, ["", ...names], name => name, name => h("option", { value: name }, name || "All apps"))
    app.value = chosen.app
  }

  async function load() {
    asked?.abort()
    const abort = asked = new AbortController()
    const query = { ...(chosen.app && { app: chosen.app }), ...(chosen.route && { route: chosen.route }) }
    try {
      const some = await page(query, wanted, abort.signal)
      const recent = some.next === null ? [] : (await page(
        { ...query, updatedAfter: new Date(Date.now() - recently).toISOString() }, pageSize, abort.signal)).items
      if (!loaded) apps = await appChoices()
      items = [...new Map([...some.items, ...recent].map(item => [item.id, item])).values()]
        .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      hasMore = some.next !== null
      problem = null
      loaded = true
      offerApps()
    } catch (error) {
      if (abort.signal.aborted) return
      problem = error
    }
    asked = null
    draw()
  }

  const matches = item => !chosen.text || wordsOf(item).includes(chosen.text.toLowerCase())

  function draw() {
    const shown = items.filter(matches)
    keyed(list, shown, item => item.id, makeRow, fillRow)
    keyed(routes, new Set(items.flatMap(item => item.current.path)), name => name, name => h("option", { value: name }))
    setText(count, loaded ? `${shown.length}${hasMore ? "+" : ""}` : "")
    more.hidden = !hasMore
    drawNote(shown.length)
  }

  let noted = ""
  function drawNote(shown) {
    const state = problem ? `${problem.code} ${problem.detail}` : !loaded || shown > 0 ? "" : isFiltered() ? "no match" : "empty"
    if (state === noted) return
    noted = state
    replace(note,
      problem ? problemCard(problem, { onToken: () => onToken().then(load) }) : null,
      state === "no match"
        ? h("p", { class: "muted" }, "No session fits these filters. ", h("button", { class: "link", onClick: clear }, "Clear them"))
        : null,
      state === "empty" ? h("p", { class: "muted" }, "No sessions yet.") : null)
  }

  const isFiltered = () => Boolean(chosen.app || chosen.route || chosen.text)

  function clear() {
    search.value = route.value = app.value = ""
    filter({ app: "", route: "", text: "" })
  }

  function makeRow(item) {
    const parts = { path: h("span", { class: "session-path" }), facts: h("span", { class: "session-facts" }), age: h("span"),
      listeners: h("span", { class: "listeners" }) }
    const link = h("a", { class: "session", href: `#/sessions/${encodeURIComponent(item.id)}`,
      onClick: event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        model.choose(item.id)
      } },
      h("span", { class: "row" }, h("strong", {}, item.app), parts.path),
      h("span", { class: "row muted" }, parts.facts, parts.listeners, h("span", { class: "grow" }), parts.age))
    const row = h("li", {}, link)
    row.parts = { ...parts, link }
    return row
  }

  function fillRow(row, item) {
    const { path, facts, age, listeners, link } = row.parts
    setText(path, item.current.path.join(" › "))
    setText(facts, `${item.id.slice(0, 10)}… · r${item.revision}`)
    setText(age, distance(item.updatedAt))
    age.title = dateTime(item.updatedAt)
    setText(listeners, item.listeners ? `● ${item.listeners}` : "")
    listeners.title = item.listeners ? `${item.listeners} listening` : ""
    if (item.id === model.sessionId) link.setAttribute("aria-current", "true")
    else link.removeAttribute("aria-current")
  }

  const poll = () => { if (document.visibilityState === "visible" && !asked) load() }
  setInterval(poll, pollEvery)
  document.addEventListener("visibilitychange", poll)
  model.onEvent(event => { if (event.type === "closed") load() })
  offerApps()
  load()

  return { element, reload: load, update: draw }
}

const wordsOf = item => `${item.id} ${item.app} ${item.current.path.join(" ")}`.toLowerCase()

/** Page after page of the list, which is in the order of ids, until there are as many as wanted. */
async function page(query, wanted, signal) {
  const items = []
  let next = null
  do {
    const values = new URLSearchParams({ ...query, limit: String(pageSize), ...(next && { after: next }) })
    const { body } = await request("GET", `/v1/sessions?${values}`, { signal })
    items.push(...body.items)
    next = body.next
  } while (next !== null && items.length < wanted)
  return { items, next }
}
