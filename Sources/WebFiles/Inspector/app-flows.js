// How sessions go through the screens of an app: the graph with counts, and the routes on which they end.

import { appPath, request } from "./api.js"
import { h, replace } from "./dom.js"
import { createdIn, flowWays, routesOf, withRoutes } from "./flow-graph.js"
import { drawGraph, waysOf } from "./graph-drawing.js"
import { distance } from "./time.js"
import { zoomed } from "./zoomed.js"

const hour = 3_600_000
const ranges = {
  hour: ["Last hour", 1], day: ["Last day", 24], week: ["Last week", 168], "": ["Last 90 days"], own: ["From and to"],
}
const legend = "An edge is as wide as its count; dashed: not a way of the definition, such as back; pale: rarely or not " +
  "used. Red: the widest drop, the part of the entries after which a session had no change for an hour. Screens that " +
  "lead nowhere have none."
const nowhere = { route: null, path: [] }

export function flowsView(model) {
  let app = null
  let drawn = null
  const change = name => event => model.showApp(model.appName, { ...model.choices, [name]: event.target.value })
  const field = (label, input) => h("label.labelled", label, input)
  const side = (title, version, label) => h("fieldset.row.wrap", h("legend", title),
    field("Version", version), field("Variant or label", label))
  const range = h("select", { onChange: change("range") },
    Object.entries(ranges).map(([value, [text]]) => h("option", { value }, text)))
  const time = name => h("input", { type: "datetime-local", onChange: change(name) })
  const [from, to] = [time("from"), time("to")]
  const times = h("div.row.wrap", field("From", from), field("To", to))
  const version = name => h("select", { onChange: change(name) })
  const label = name => h("input", {
    list: "flow-labels", placeholder: "name:value", autocomplete: "off", onChange: change(name),
  })
  const inputs = {
    version: version("version"), label: label("label"), withVersion: version("withVersion"), withLabel: label("withLabel"),
  }
  const labels = h("datalist", { id: "flow-labels" })
  const panes = h("div.flow-panes")
  const element = h("section", { "aria-label": "Flows" }, h("h2", "Flows"),
    h("div.flow-choices", field("Time", range), times,
      side("Sessions", inputs.version, inputs.label), side("Compare with", inputs.withVersion, inputs.withLabel)),
    labels, panes, h("p.muted", legend))

  function showChoices({ range: chosen = "", ...values }) {
    range.value = chosen in ranges ? chosen : ""
    times.hidden = chosen !== "own"
    for (const [name, input] of Object.entries({ from, to, ...inputs })) input.value = values[name] ?? ""
  }

  async function load() {
    const { choices, appName } = model
    const asked = drawn = JSON.stringify(choices)
    showChoices(choices)
    const query = queryOf(choices)
    const sides = [
      { version: choices.version, label: choices.label }, { version: choices.withVersion, label: choices.withLabel },
    ].filter(({ version, label }, index) => index === 0 || version || label)
    const answers = await model.attempt("flows", () => Promise.all(sides.map(async side => {
      const values = new URLSearchParams([...query, ...Object.entries(side)].filter(([, value]) => value))
      const paths = [`/flows?${values}`, `/graph?version=${side.version || app.version}`]
      const [flows, graph] = await Promise.all(paths.map(path => request("GET", appPath(appName, path))))
      return { ...side, flows: flows.body, graph: graph.body }
    })))
    if (asked !== drawn || appName !== model.appName) return
    if (!answers) return replace(panes)
    const isShared = answers.every(({ graph }) => graph.version === answers[0].graph.version)
    panes.classList.toggle("two", answers.length > 1)
    const made = answers.map(answer => pane(answer, isShared ? answers.map(({ flows }) => flows) : [answer.flows]))
    replace(panes, made.map(({ element }) => element))
    // The drawings fit their frames, which have a size only now.
    for (const { show } of made) show()
  }

  return {
    element,
    show(shown, { variants = {}, flows }) {
      app = shown
      for (const select of [inputs.version, inputs.withVersion]) replace(select,
        h("option", { value: "" }, "All"), app.versions.toReversed().map(one => h("option", { value: one }, one)))
      const offered = Object.entries(variants).flatMap(([name, values]) => Object.keys(values).map(value => `${name}:${value}`))
      replace(labels, [...offered, ...(flows?.labels ?? []).map(name => `${name}:`)].map(value => h("option", { value })))
      load()
    },
    update() { if (app?.app === model.appName && drawn !== JSON.stringify(model.choices)) load() },
  }
}

/** Returns the time as the parameters of a request. */
function queryOf({ range, from, to }) {
  const hours = ranges[range]?.[1]
  const moment = text => Date.parse(text) ? new Date(text).toISOString() : null
  if (hours) return [["from", new Date(Date.now() - hours * hour).toISOString()]]
  return range === "own" ? [["from", moment(from)], ["to", moment(to)]] : []
}

const percentOf = share => `${Math.round(share * 1000) / 10} %`

/** Formats the seconds of a stay. */
const stay = seconds => seconds === null ? "–" : seconds < 10 ? `${seconds.toFixed(1)} s`
  : distance(new Date(seconds * 1000).toISOString(), 0)

function pane({ version, label, flows, graph: known }, all) {
  const graph = all.reduce(withRoutes, known)
  const routes = routesOf(flows, graph)
  const widest = routes.find(({ isEnd, ended }) => !isEnd && ended > 0)
  const name = [version && `Version ${version}`, label].filter(Boolean).join(", ") || "All sessions"
  const ways = flowWays(graph, waysOf(known), flows, all)
  const { element: chart, buttons, show, center } = zoomed(`Graph of the flows: ${name}`, 0.7)
  const nodeOf = route => chart.querySelector(`[data-route="${CSS.escape(route)}"]`)
  const find = route => {
    const node = nodeOf(route)
    node.focus({ preventScroll: true })
    center(node)
  }
  const element = h("section.flow-pane", { "aria-label": name },
    h("div.row.wrap", h("h3", name), h("span.muted.grow", routes.length > 0 ? `${createdIn(flows)} created` : "No session came in this time"), buttons),
    chart, h("div.flow-numbers", table(routes, widest, find), edgeList(ways)))
  return {
    element,
    show() {
      show(drawGraph(graph, ways, nowhere, lookOf(routes, ways, widest)))
      if (widest) center(nodeOf(widest.route))
    },
  }
}

function lookOf(routes, ways, widest) {
  const numbers = new Map(routes.map(route => [route.route, route]))
  return {
    most: Math.max(1, ...ways.map(({ count }) => count)),
    isWidest: route => route === widest?.route,
    notes({ route }) {
      const { entries = 0, ended = 0 } = numbers.get(route) ?? {}
      return entries + ended > 0 ? [`${entries} in`, ended > 0 && `${ended} ended`].filter(Boolean) : []
    },
    facts({ route }) {
      const { entries = 0, exits = 0, ended = 0, drop = 0, medianStay = null } = numbers.get(route) ?? {}
      return [
        ["entries", entries], ["exits", exits], ["ended", `${ended} (${percentOf(drop)})`], ["median stay", stay(medianStay)],
        ...ways.filter(way => way.from === route && way.count > 0).map(way => [`to ${way.to}`, byOf(way)]),
      ]
    },
  }
}

const byOf = ({ count, by }) => `${count} (${by.map(one => `${one.by} ${one.count}`).join(", ")})`

const columns = ["Route", "Entries", "Exits", "Ended", "Drop", "Stay"]

const table = (routes, widest, find) => h("table",
  h("thead", h("tr", columns.map(name => h("th", { scope: "col", title: name === "Stay" && "Median" }, name)))),
  h("tbody", routes.map(route => h(`tr${route === widest ? ".widest" : ""}`,
    h("th", { scope: "row" },
      h("button.link", { title: "Show in the graph", onClick: () => find(route.route) }, route.route)),
    [route.entries, route.exits, route.ended, route.isEnd ? "end" : percentOf(route.drop), stay(route.medianStay)]
      .map(text => h("td", text))))))

const edgeList = ways => h("details", h("summary", "Edges as a list"), h("ul", ways.filter(({ count }) => count > 0)
  .toSorted((a, b) => b.count - a.count).map(way => h("li", `${way.from} → ${way.to}: ${byOf(way)}`))))
