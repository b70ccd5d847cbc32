// Draws an app's graph as SVG: screens in layers, and the ways between them.

import { svg } from "./dom.js"
import { layers } from "./graph-layers.js"
import { describe } from "./tip.js"

const half = { x: 66, y: 22 }
const step = { x: 160, y: 116 }
const edge = { x: 60, y: 48 }

/** @param ways those of `waysOf` */
export function drawGraph(graph, ways, current) {
  const { places, width, height } = placed(graph, ways)
  return svg("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "group",
    "aria-label": `Screens of ${graph.app} and the ways between them`,
  },
  svg("marker", {
    id: "graph-arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7,
    orient: "auto-start-reverse",
  }, svg("path", { d: "M0 0 8 4 0 8z" })),
  svg("g", { "aria-hidden": true }, ways.map(way => drawWay(way, places))),
  graph.screens.map(screen => drawNode(screen, places.get(screen.route), ways, current)))
}

/** The ways as they are drawn. */
export const waysOf = graph => joined([...graph.ways.flatMap(way => grounded(way, graph)), ...held(graph)])

/** What there is to say of a screen, as pairs of a name and a text. */
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

/** A way that all screens of a container have begins at the first one: a line from each would hide the others. */
function grounded(way, { containers }) {
  if (way.from !== null) return [way]
  const { initial } = containers.find(one => one.id === (way.container ?? "root"))
  const isBoth = way.by === "select" || way.by === "switch"
  return isBoth && way.to === initial ? [] : [{ ...way, from: initial, isBoth }]
}

/** A screen that holds a container leads to the one that the container begins with. */
const held = ({ containers }) => containers.filter(container => container.screen)
  .map(({ screen, initial }) => ({ from: screen, to: initial, by: "holds" }))

/** One way for all from a screen to another, with all that it goes by. */
function joined(ways) {
  return [...Map.groupBy(ways, ({ from, to }) => JSON.stringify([from, to])).values()].map(same => {
    const by = [...new Set(same.map(way => way.by))]
    const guards = same.map(way => way.guard).filter(Boolean)
    const look = ["present", "holds"].find(one => by.every(other => other === one)) ?? "plain"
    return { ...same[0], by, guards, look: guards.length === same.length ? `${look} guarded` : look }
  })
}

// The places

function placed({ containers, screens }, ways) {
  const siblings = containers.filter(container => container.kind !== "stack")
  const areSiblings = ({ from, to }) => siblings.some(({ routes }) => routes.includes(from) && routes.includes(to))
  // Those that one chooses among stand side by side, below what holds them.
  const edges = ways.filter(way => !areSiblings(way)).map(way => [way.from, way.to])
    .concat(siblings.flatMap(({ screen, routes }) => routes.map(route => [screen, route])))
  const root = containers.find(container => container.id === "root")
  const starts = [root.initial, ...root.kind === "stack" ? [] : root.routes]
    .concat(screens.filter(screen => screen.initial && screen.containers.includes("root")).map(screen => screen.route))
  const rows = layers(screens.map(screen => screen.route), edges, starts)
  const width = (Math.max(...rows.map(row => row.length)) - 1) * step.x + 2 * (half.x + edge.x)
  const places = new Map(rows.flatMap((row, depth) => row.map((name, index) => [name, {
    depth, x: width / 2 + (index - (row.length - 1) / 2) * step.x, y: edge.y + half.y + depth * step.y,
  }])))
  return { places, width, height: (rows.length - 1) * step.y + 2 * (half.y + edge.y) }
}

// The drawing

function drawWay({ from, to, look, isBoth }, places) {
  const [a, b] = [places.get(from), places.get(to)]
  const arrow = "url(#graph-arrow)"
  return a && b && svg("path", {
    class: `way ${look}`, d: curve(a, b, places), "marker-end": arrow, "marker-start": isBoth ? arrow : null,
  })
}

function curve(a, b, places) {
  if (a === b) return `M${a.x + 44} ${a.y - half.y} c0 -26 46 -20 22 14`
  const span = Math.abs(b.depth - a.depth)
  if (span === 0) {
    // To the right below, to the left above the screens of the same layer.
    const side = Math.sign(b.x - a.x)
    const y = a.y + side * half.y
    const bend = y + side * Math.min(46, 18 + Math.abs(b.x - a.x) / 12)
    return `M${a.x + side * 24} ${y} C${a.x + side * 24} ${bend} ${b.x - side * 24} ${bend} ${b.x - side * 24} ${y}`
  }
  const down = Math.sign(b.depth - a.depth)
  // Down and up again are two lines.
  const [ax, bx] = down > 0 ? [a.x, b.x] : [a.x + 14, b.x + 14]
  const [from, to] = [a.y + down * half.y, b.y - down * half.y]
  const bend = down * 36
  if (span === 1) return `M${ax} ${from} C${ax} ${from + bend} ${bx} ${to - bend} ${bx} ${to}`
  // Past all that lies between, on the side where it leads to.
  const side = b.x < a.x ? -1 : 1
  const between = [...places.values()].filter(one => (one.depth - a.depth) * (one.depth - b.depth) < 0)
  const x = side * (Math.max(...between.map(one => side * one.x)) + half.x + 8 * span)
  const middle = `${x} ${(a.y + b.y) / 2}`
  return `M${ax} ${from} C${ax} ${from + bend} ${x} ${from + bend / 2} ${middle} S${bx} ${to - bend} ${bx} ${to}`
}

function drawNode(screen, { x, y }, ways, current) {
  const { route, reachable, content } = screen
  const notes = notesOf(screen, current)
  const isHere = route === current.route
  const look = isHere ? " here" : current.path.includes(route) ? " on-path" : reachable ? "" : " lost"
  const text = (className, text, y, length) => svg("text", { class: className, y },
    text.length > length ? `${text.slice(0, length - 1)}…` : text)
  return describe(svg("g", {
    class: `node${look}`, transform: `translate(${x} ${y})`, tabindex: 0, role: "img",
    "aria-label": [route, ...notes].join(", "), "aria-current": isHere ? "location" : null,
  },
  svg("rect", { x: -half.x, y: -half.y, width: 2 * half.x, height: 2 * half.y, rx: content ? 4 : 10 }),
  text("name", route, notes.length > 0 ? -3 : 5, 17), text("notes", notes.join(" · "), 13, 24)),
  [["screen", route], ...factsOf(screen, ways, current)])
}
