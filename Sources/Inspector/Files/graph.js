// The app's screens and the ways between them, drawn from what `GET /v1/apps/{app}/graph` says.

import { appPath, open, request } from "./api.js"
import { copyButton } from "./clipboard.js"
import { h, replace } from "./dom.js"
import { drawGraph } from "./graph-drawing.js"

const MERMAID = { headers: { Accept: "text/vnd.mermaid" } }

export function graphView(model) {
  const chart = h("div", { class: "graph-chart" })
  const list = h("div", { class: "graph-list" })
  const legend = h("p", { class: "muted" },
    "Dashed lines present a screen over others, dotted ones are open where a rule says so, pale ones lead to what a screen holds. " +
    "A way that all screens of a container have is drawn from the first of them. Nothing leads to a screen in a dashed frame.")
  const element = h("section", { class: "graph", "aria-label": "Graph" }, bar(model), legend, chart,
    h("details", { "data-key": "graph-list" }, h("summary", {}, "As a list"), list))
  let asked = null
  let graph = null
  let drawn = []

  async function ask(app) {
    if (asked === app) return
    asked = app
    graph = null
    try {
      const { body } = await request("GET", graphPath(model.shown))
      if (asked === app) graph = body
    } catch (problem) {
      if (asked !== app) return
      replace(chart, h("p", { class: "muted" }, `The graph is not there: ${problem.message}`))
      replace(list)
    }
    update()
  }

  function update() {
    const { app, shown } = model
    if (!shown || !app) return
    // The model loads the app anew with another session and after a token was entered.
    ask(app)
    const here = [graph, shown.current.route]
    if (!graph || here.every((one, index) => one === drawn[index])) return
    drawn = here
    replace(chart, drawGraph(graph, shown.current))
    replace(list, listed(graph, shown.current))
  }

  return { element, update }
}

const graphPath = ({ app, appVersion }) => appPath(app, `/graph?version=${appVersion}`)

/** The ways to take the graph elsewhere. */
function bar(model) {
  const mermaid = async () => (await request("GET", graphPath(model.shown), MERMAID)).body
  return h("div", { class: "row" },
    copyButton("Copy as Mermaid", mermaid),
    h("button", { type: "button", onClick: () => model.attempt("graph", () => download(model.shown)) }, "Download as Mermaid"))
}

async function download(session) {
  const response = await open("GET", graphPath(session), MERMAID)
  const address = URL.createObjectURL(await response.blob())
  h("a", { href: address, download: `${session.app}.mmd` }).click()
  URL.revokeObjectURL(address)
}

/** The same in words. */
function listed({ screens, ways }, current) {
  return h("ul", {}, screens.map(screen => {
    const notes = [
      screen.route === current.route && "the user is here", screen.initial && "an initial screen", !screen.reachable && "nothing leads here",
      screen.presentation && `presented as ${screen.presentation}`, screen.path && `link ${screen.path}`,
    ].filter(Boolean)
    return item(screen.route, notes, ways.filter(way => way.from === screen.route))
  }), places(ways).map(container => item(
    container ? `Every screen of ${container}` : "Every screen", [], ways.filter(way => way.from === null && way.container === container))))
}

/** The containers whose screens all have a way; null stands for the app. */
const places = ways => [...new Set(ways.filter(way => way.from === null).map(way => way.container))]

function item(name, notes, ways) {
  const wording = way => `${way.to} by ${way.by}${way.guard ? ` (${way.guard})` : ""}`
  return h("li", {}, h("b", {}, name), notes.length > 0 && ` (${notes.join(", ")})`, ways.length > 0 && `: to ${ways.map(wording).join("; ")}`)
}
