// Draws an app's graph as SVG: the screens in layers, and the edges between them.

import { svg } from "./dom.js"
import { layered } from "./graph-layers.js"
import { describe } from "./tip.js"

const longest = 28

/** @param ways the result of `waysOf` */
export function drawGraph(graph, ways, current) {
  const { places, lines, width, height } = placed(graph, ways, current)
  const paths = lines.map(drawLine)
  const light = route => paths.forEach((path, index) => {
    const leads = ({ from, to, isBoth }) => from === route || isBoth && to === route
    path.classList.toggle("lit", lines[index].edges.some(leads))
  })
  return svg("svg", {
    viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `Screens of ${graph.app} and the ways between them`,
  },
  svg("marker", {
    id: "graph-arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7,
    orient: "auto-start-reverse",
  }, svg("path", { d: "M0 0 8 4 0 8z" })),
  svg("g", { "aria-hidden": true }, paths, conditionTexts(lines, paths)),
  graph.screens.map(screen => drawNode(screen, places.get(screen.route), ways, current, light)))
}

/** Returns the edges to draw. */
export const waysOf = graph => joined([...graph.ways.flatMap(way => grounded(titled(way), graph)), ...held(graph)])

const titled = ({ name, conditions, ...way }) => ({
  ...way, by: [way.by, name].filter(Boolean).join(" "), guards: conditions.map(when => `if ${when}`),
})

/** Returns the facts of a screen as pairs of a name and a text. */
export function factsOf({ route, path, params, ...screen }, ways, current) {
  return [
    ["", notesOf({ route, ...screen }, current).join(", ")], ["link", path], ["params", params.join(", ")],
    ...ways.filter(way => way.from === route)
      .map(({ to, by, guards }) => [`to ${to}`, [by.join(", "), ...guards].join("; ")]),
  ].filter(([, text]) => text)
}

const notesOf = ({ route, reachable, initial, presentation, content }, current) => [
  route === current.route && "here", !reachable && "unreachable", initial && "initial", presentation,
  content && "container",
].filter(Boolean)

/** Starts an edge from all screens of a container at the first screen. A line from each would hide the other lines. */
function grounded(way, { containers }) {
  if (way.from !== null) return [way]
  const { initial } = containers.find(one => one.id === (way.container ?? "root"))
  const isBoth = way.by === "select" || way.by === "switch"
  return isBoth && way.to === initial ? [] : [{ ...way, from: initial, isBoth, isOfAll: true }]
}

/** Returns an edge from each screen with a container to the container's initial screen. */
const held = ({ containers }) => containers.filter(container => container.screen)
  .map(({ screen, initial }) => ({ from: screen, to: initial, by: "holds", guards: [] }))

/** Joins all edges from one screen to another into one edge, with all their actions in `by`. */
function joined(ways) {
  return [...Map.groupBy(ways, ({ from, to }) => JSON.stringify([from, to])).values()].map(all => {
    // An edge of the screen itself replaces those from all screens.
    const own = all.filter(way => !way.isOfAll)
    const same = own.length > 0 ? own : all
    const by = [...new Set(same.map(way => way.by))]
    const guards = [...new Set(same.flatMap(way => way.guards))]
    const look = ["present", "holds"].find(one => by.every(other => other === one)) ?? "plain"
    return { ...same[0], by, guards, look: same.every(way => way.guards.length > 0) ? `${look} guarded` : look }
  })
}

/** Joins two opposite edges of the same look into one line with two arrowheads. */
function paired(ways) {
  const back = ({ from, to, look }) => ways.find(way => way.from === to && way.to === from && way.look === look)
  return ways.filter(way => way.from <= way.to || !back(way))
    .map(way => ({ ...way, isBoth: way.isBoth || way.from !== way.to && Boolean(back(way)) }))
}

function placed({ containers, screens }, ways, current) {
  const siblings = containers.filter(container => container.kind !== "stack")
  const areSiblings = ({ from, to }) => siblings.some(({ routes }) => routes.includes(from) && routes.includes(to))
  // The screens that a user selects among are side by side, below the screen with their container.
  const ranked = ways.filter(way => !areSiblings(way)).map(way => [way.from, way.to])
    .concat(siblings.flatMap(({ screen, routes }) => routes.map(route => [screen, route])))
  const root = containers.find(container => container.id === "root")
  const starts = [root.initial, ...root.kind === "stack" ? [] : root.routes]
    .concat(screens.filter(screen => screen.initial && screen.containers.includes("root")).map(screen => screen.route))
  const widths = screens.map(screen => [screen.route, Math.max(
    100, Math.min(screen.route.length, longest) * 8 + 32, notesOf(screen, current).join(" · ").length * 6 + 24)])
  return layered(new Map(widths), ranked, paired(ways), starts)
}

function drawLine({ d, edges: [{ look, isBoth }], isStart, isEnd }) {
  const arrow = "url(#graph-arrow)"
  return svg("path", {
    class: `way ${look}`, d, "marker-end": isEnd ? arrow : null, "marker-start": isStart && isBoth ? arrow : null,
  })
}

/** Draws the conditions at the ends of the edges, once for each screen. The facts of a screen have the full texts. */
function conditionTexts(lines, paths) {
  const ends = lines.map(({ edges, isEnd }, index) => ({ edges: edges.filter(way => way.guards.length > 0), isEnd, index }))
    .filter(({ edges, isEnd }) => isEnd && edges.length > 0)
  return [...Map.groupBy(ends, ({ edges }) => edges[0].to).values()].map(same => {
    const path = paths[same[0].index]
    const { x, y } = path.getPointAtLength(path.getTotalLength() - 18)
    const guards = [...new Set(same.flatMap(({ edges }) => edges.flatMap(way => way.guards)))]
    return svg("text", { class: "way-text", x, y }, guards.length > 1 ? `${guards.length} conditions` : cut(guards[0], 18))
  })
}

const cut = (text, length) => text.length > length ? `${text.slice(0, length - 1)}…` : text

function drawNode(screen, { x, y, width, height }, ways, current, light) {
  const { route, reachable, content } = screen
  const notes = notesOf(screen, current)
  const isHere = route === current.route
  const look = isHere ? " here" : current.path.includes(route) ? " on-path" : reachable ? "" : " lost"
  const text = (className, text, y, length) => svg("text", { class: className, y }, cut(text, length))
  const node = describe(svg("g", {
    class: `node${look}`, transform: `translate(${x} ${y})`, tabindex: 0, role: "img",
    "aria-label": [route, ...notes].join(", "), "aria-current": isHere ? "location" : null,
  },
  svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: content ? 4 : 10 }),
  text("name", route, notes.length > 0 ? -3 : 5, longest), text("notes", notes.join(" · "), 13, width / 6)),
  [["screen", route], ...factsOf(screen, ways, current)])
  for (const [event, lit] of [["pointerenter", route], ["focus", route], ["pointerleave"], ["blur"]]) {
    node.addEventListener(event, () => light(lit))
  }
  return node
}
