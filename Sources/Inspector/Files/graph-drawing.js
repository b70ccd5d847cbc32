// Draws an app's graph as SVG: screens in layers, and the ways between them.

import { svg } from "./dom.js"
import { layers } from "./graph-layers.js"
import { describe } from "./tip.js"

const NODE = { width: 132, height: 44 }
const GAP = { x: 28, y: 64 }
const EDGE = 24

/** Stands for what leads somewhere from anywhere. */
const ANYWHERE = "\u2217"

export function drawGraph(graph, current) {
  const screens = new Map(graph.screens.map(screen => [screen.route, screen]))
  const ways = joined([...graph.ways.map(way => ({ ...way, from: way.from ?? ANYWHERE })), ...held(graph)])
  const hasAnywhere = ways.some(way => way.from === ANYWHERE)
  const names = [...screens.keys(), ...hasAnywhere ? [ANYWHERE] : []]
  const { rows, width, places } = placed(graph, names, ways, hasAnywhere)
  const height = rows.length * (NODE.height + GAP.y) - GAP.y + 2 * EDGE
  return svg("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `Screens of ${graph.app} and the ways between them`,
  },
  svg("defs", {}, svg("marker", {
    id: "graph-arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse",
  }, svg("path", { d: "M0 0 8 4 0 8z" }))),
  svg("g", { "aria-hidden": true }, ways.map(way => drawWay(way, places))),
  names.map(name => drawNode(name, screens.get(name), places.get(name), ways, current)))
}

function placed(graph, names, ways, hasAnywhere) {
  const initial = graph.screens.filter(screen => screen.initial).map(screen => screen.route)
  const root = graph.containers.find(container => container.id === "root")
  const first = root?.initial ?? initial[0]
  const starts = [first, ...initial.filter(name => name !== first), ...hasAnywhere ? [ANYWHERE] : []].filter(Boolean)
  const reachable = graph.screens.filter(screen => screen.reachable).map(screen => screen.route)
  const edges = ways.map(way => [way.from, way.to])
  const { reached, lost } = layers(names, edges, [...new Set([...starts, ...reachable.filter(name => !leadsTo(name, ways))])])
  const rows = [...reached, ...lost.length > 0 ? [lost] : []]
  const longest = Math.max(...rows.map(row => row.length))
  const width = longest * (NODE.width + GAP.x) - GAP.x + 4 * EDGE
  const places = new Map(rows.flatMap((row, depth) => row.map((name, index) => [name, {
    x: width / 2 + (index - (row.length - 1) / 2) * (NODE.width + GAP.x),
    y: EDGE + NODE.height / 2 + depth * (NODE.height + GAP.y),
    depth,
  }])))
  return { rows, width, places }
}

const leadsTo = (name, ways) => ways.some(way => way.to === name && way.from !== name)

/** A screen that holds a container leads to the screen that the container begins with. */
function held({ containers }) {
  return containers.filter(container => container.screen && container.initial)
    .map(container => ({ from: container.screen, to: container.initial, by: "holds" }))
}

/** One way for all from a screen to another, with all that it goes by. */
function joined(ways) {
  const all = new Map()
  for (const { from, to, by, guard } of ways) {
    const key = JSON.stringify([from, to])
    const way = all.get(key) ?? { from, to, by: new Set(), guards: new Set(), isOpen: false }
    way.by.add(by)
    if (guard) way.guards.add(guard)
    else way.isOpen = true
    all.set(key, way)
  }
  return [...all.values()]
}

function drawWay({ from, to, by, isOpen }, places) {
  const a = places.get(from)
  const b = places.get(to)
  if (!a || !b) return null
  const isBack = b.depth <= a.depth
  return svg("path", {
    class: `way${isBack ? " back" : ""}${isOpen ? "" : " guarded"} by-${[...by][0]}`, d: curve(a, b), "marker-end": "url(#graph-arrow)",
  })
}

/** From the lower edge of `a` to the upper one of `b`; to the side of both where the way does not lead down. */
function curve(a, b) {
  const half = { x: NODE.width / 2, y: NODE.height / 2 }
  if (a === b) {
    const x = a.x + half.x
    return `M${x - 18} ${a.y - half.y} C${x - 18} ${a.y - half.y - 24} ${x + 24} ${a.y - half.y - 16} ${x} ${a.y - 6}`
  }
  if (b.depth > a.depth) {
    const bend = GAP.y / 2
    return `M${a.x} ${a.y + half.y} C${a.x} ${a.y + half.y + bend} ${b.x} ${b.y - half.y - bend} ${b.x} ${b.y - half.y - 1}`
  }
  if (b.depth === a.depth) {
    // There below, and back above, so that the two ways are not one line.
    const isRight = b.x > a.x
    const y = a.y + (isRight ? half.y : -half.y)
    const bend = y + (isRight ? 34 : -34)
    const shift = isRight ? 20 : -20
    return `M${a.x + shift} ${y} C${a.x + shift} ${bend} ${b.x - shift} ${bend} ${b.x - shift} ${y}`
  }
  const side = b.x >= a.x ? 1 : -1
  const bend = Math.max(a.x * side, b.x * side) + half.x + 36
  return `M${a.x + side * half.x} ${a.y} C${bend * side} ${a.y} ${bend * side} ${b.y} ${b.x + side * half.x} ${b.y + 6}`
}

function drawNode(name, screen, { x, y }, ways, current) {
  const isHere = name === current.route
  const isOnPath = current.path.includes(name)
  const notes = notesOf(screen, isHere)
  const node = svg("g", {
    class: `node${isHere ? " here" : isOnPath ? " on-path" : ""}${screen && !screen.reachable ? " lost" : ""}`, tabindex: 0, role: "img",
    transform: `translate(${x - NODE.width / 2} ${y - NODE.height / 2})`, "aria-label": [screen ? name : "anywhere", ...notes].join(", "),
    "aria-current": isHere ? "location" : null,
  },
  svg("rect", { width: NODE.width, height: NODE.height, rx: screen?.content ? 4 : 10 }),
  svg("text", { class: "name", x: NODE.width / 2, y: notes.length > 0 ? 19 : 27 }, short(screen ? name : "anywhere", 17)),
  notes.length > 0 && svg("text", { class: "notes", x: NODE.width / 2, y: 35 }, short(notes.join(" · "), 24)))
  return describe(node, [
    ["screen", name], ...notes.map(note => ["", note]),
    ...screen?.path ? [["link", screen.path]] : [], ...screen?.params?.length > 0 ? [["params", screen.params.join(", ")]] : [],
    ...ways.filter(way => way.from === name).map(way => [
      `to ${way.to}`, [[...way.by].join(", "), ...way.guards].join("; "),
    ]),
  ])
}

function notesOf(screen, isHere) {
  if (!screen) return []
  return [
    isHere && "here", !screen.reachable && "unreachable", screen.initial && "initial", screen.presentation, screen.content && "container",
  ].filter(Boolean)
}

const short = (text, length) => text.length > length ? `${text.slice(0, length - 1)}…` : text
