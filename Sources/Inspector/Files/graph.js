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
    "Nothing leads to a screen in a dashed frame.")
  const element = h("section", { class: "graph", "aria-label": "Graph" }, bar(model), legend, chart,
    h("details", { "data-key": "graph-list" }, h("summary", {}, "As a list"), list))
  let asked = null
  let graph = null
  let drawn = []

  async function ask({ app, appVersion }) {
    const path = graphPath({ app, appVersion })
    if (asked === path) return
    asked = path
    graph = null
    try {
      const { body } = await request("GET", path)
      if (asked === path) graph = body
    } catch (problem) {
      replace(chart, h("p", { class: "muted" }, `The graph is not there: ${problem.message}`))
      replace(list)
    }
    update()
  }

  function update() {
    const { shown } = model
    if (!shown) return
    ask(shown)
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
    const out = ways.filter(way => way.from === screen.route)
    const wording = way => `${way.to} by ${way.by}${way.guard ? ` (${way.guard})` : ""}`
    return h("li", {}, h("b", {}, screen.route), notes.length > 0 && ` (${notes.join(", ")})`,
      out.length > 0 && `: to ${out.map(wording).join("; ")}`)
  }).concat(ways.filter(way => way.from === null).map(way => h("li", {}, `From anywhere to `, h("b", {}, way.to), ` by ${way.by}`))))
}
