// The graph of the app's screens, from `GET /v1/apps/{app}/graph`.

import { appPath, request } from "./api.js"
import { copyButton } from "./clipboard.js"
import { definitions } from "./definitions.js"
import { h, replace } from "./dom.js"
import { download } from "./download.js"
import { drawGraph, factsOf, waysOf } from "./graph-drawing.js"
import { zoomed } from "./zoomed.js"

const mermaid = { Accept: "text/vnd.mermaid" }
const legend = "Dashed: presented. Dotted: under a condition. Pale: the content of a screen. An edge from all " +
  "screens begins at the first one; no edge leads to a screen in a dashed frame."

export function graphView(model) {
  const { element: chart, buttons, show } = zoomed("Graph of the screens")
  const list = h("ul")
  const path = () => appPath(model.shown.app, `/graph?version=${model.shown.appVersion}`)
  let graph = null
  let text = ""
  let drawn = []
  let asked = null
  const element = h("section.graph", { "aria-label": "Graph" },
    h("div.row.wrap", buttons, h("span.grow"), copyButton("Copy as Mermaid", () => text),
      h("button", { onClick: () => model.attempt("graph", () => download(path(), `${model.shown.app}.mmd`, mermaid)) },
        "Download as Mermaid")),
    chart, h("p.muted", legend), h("details", h("summary", "As a list"), list))

  /** Loads the graph. The model has a new `app` with another session, and after a token was entered. */
  async function ask(app) {
    asked = app
    const former = graph
    graph = null
    try {
      const answers = await Promise.all([request("GET", path()), request("GET", path(), { headers: mermaid })])
      if (asked !== app) return
      [graph, text] = answers.map(answer => answer.body)
      // Another session of the app has the same graph, which keeps its zoom.
      if (JSON.stringify(graph) === JSON.stringify(former)) graph = former
    } catch (problem) {
      if (asked !== app) return
      drawn = []
      replace(chart, h("p.muted", `The graph is unavailable: ${problem.message}`))
    }
    update()
  }

  function update() {
    const { app, shown } = model
    if (shown && app && asked !== app) ask(app)
    if (!shown || !graph || drawn[0] === graph && drawn[1] === shown.current.id) return
    drawn = [graph, shown.current.id]
    const ways = waysOf(graph)
    show(drawGraph(graph, ways, shown.current))
    replace(list, graph.screens.map(screen =>
      h("li", h("b", screen.route), definitions(factsOf(screen, ways, shown.current)))))
  }

  return { element, update }
}
