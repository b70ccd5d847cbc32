// Draws an app's graph as SVG: screens in layers, and the ways between them.

import { svg } from "./dom.js"
import { layers } from "./graph-layers.js"
import { describe } from "./tip.js"

const NODE = { width: 132, height: 44 }
const GAP = { x: 28, y: 72 }
const EDGE = { x: 60, y: 48 }

/** Stands for what leads somewhere from anywhere. */
const ANYWHERE = "\u2217"

export function drawGraph(graph, current) {
  const screens = new Map(graph.screens.map(screen => [screen.route, screen]))
  const ways = joined([...graph.ways.flatMap(way => grounded(way, graph)), ...held(graph)])
  const names = [...ways.some(way => way.from === ANYWHERE) ? [ANYWHERE] : [], ...screens.keys()]
  const { places, width, height } = placed(graph, names, ways)
  return svg("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `Screens of ${graph.app} and the ways between them`,
  },
  svg("defs", {}, svg("marker", {
    id: "graph-arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse",
  }, svg("path", { d: "M0 0 8 4 0 8z" }))),
  svg("g", { "aria-hidden": true }, paired(ways).map(way => drawWay(way, places))),
  names.map(name => drawNode(name, screens.get(name), places.get(name), ways, current)))
}

/**
 * A way that all screens of a container have begins at the container's first one: a line from each would hide the others.
 * One that leads back to the first is the other end of such a line.
 */
function grounded(way, { containers, screens, ways }) {
  if (way.from !== null) return [way]
  // Any screen can be presented: the drawing has those that are meant to be.
  const isMeant = one => one.presentation || !ways.some(other => other.to === way.to && other.by !== "present")
  if (way.by === "present" && !isMeant(screens.find(screen => screen.route === way.to) ?? {})) return []
  const container = containers.find(one => one.id === way.container)
  if (!container) return [{ ...way, from: ANYWHERE }]
  const first = container.initial ?? container.routes[0]
  if (way.by === "push" || way.to !== first) return [{ ...way, from: first }]
  return container.routes.filter(route => route !== first).map(route => ({ ...way, from: route }))
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

/** A screen that holds a container leads to the one that the container begins with. */
function held({ containers }) {
  return containers.filter(container => container.screen && container.initial)
    .map(container => ({ from: container.screen, to: container.initial, by: "holds" }))
}

/** A way there and one back are one line. */
function paired(ways) {
  const kindOf = way => `${look(way)} ${way.isOpen}`
  const isBack = way => ways.some(other => other.from === way.to && other.to === way.from && kindOf(other) === kindOf(way))
  return ways.filter(way => !(isBack(way) && way.to < way.from))
    .map(way => ({ ...way, isBoth: way.from !== way.to && isBack(way) }))
}

const look = way => ["present", "holds"].find(by => way.by.has(by) && way.by.size === 1) ?? "plain"

function placed(graph, names, ways) {
  const siblings = graph.containers.filter(container => container.kind !== "stack")
  const areSiblings = (from, to) => siblings.some(({ routes }) => routes?.includes(from) && routes.includes(to))
  // Those that one chooses among stand side by side, below what holds them.
  const edges = ways.filter(way => !areSiblings(way.from, way.to)).map(way => [way.from, way.to])
    .concat(siblings.flatMap(({ screen, routes }) => screen ? (routes ?? []).map(route => [screen, route]) : []))
  const { reached, lost } = layers(names, edges, startsOf(graph))
  const rows = lost.length > 0 ? [...reached, lost] : reached
  const width = Math.max(...rows.map(row => row.length)) * (NODE.width + GAP.x) - GAP.x + 2 * EDGE.x
  const height = rows.length * (NODE.height + GAP.y) - GAP.y + 2 * EDGE.y
  const places = new Map(rows.flatMap((row, depth) => row.map((name, index) => [name, {
    x: width / 2 + (index - (row.length - 1) / 2) * (NODE.width + GAP.x),
    y: EDGE.y + NODE.height / 2 + depth * (NODE.height + GAP.y),
    depth,
  }])))
  return { places, width, height }
}

/** Where the user can be without having gone anywhere; the app's first screen first. */
function startsOf({ containers, screens }) {
  const root = containers.find(container => container.id === "root")
  const first = root.initial ?? root.routes?.[0]
  return [first, ...root.kind === "stack" ? [] : root.routes ?? [], ANYWHERE]
    .concat(screens.filter(screen => screen.initial && screen.containers.includes("root")).map(screen => screen.route))
}

function drawWay(way, places) {
  const [a, b] = [places.get(way.from), places.get(way.to)]
  return a && b && svg("path", {
    class: `way ${look(way)}${way.isOpen ? "" : " guarded"}`, d: curve(a, b, places), "marker-end": "url(#graph-arrow)",
    "marker-start": way.isBoth ? "url(#graph-arrow)" : null,
  })
}

function curve(a, b, places) {
  const half = { x: NODE.width / 2, y: NODE.height / 2 }
  if (a === b) return `M${a.x + half.x - 22} ${a.y - half.y} c0 -26 46 -20 22 14`
  if (a.depth === b.depth) return beside(a, b, half.y)
  const down = Math.sign(b.depth - a.depth)
  const span = Math.abs(b.depth - a.depth)
  // Down and up again are two lines.
  const shift = down > 0 ? 0 : 14
  if (span === 1) {
    const [from, to] = [a.y + down * half.y, b.y - down * half.y]
    const bend = down * GAP.y / 2
    return `M${a.x + shift} ${from} C${a.x + shift} ${from + bend} ${b.x + shift} ${to - bend} ${b.x + shift} ${to}`
  }
  // Past all that lies between, on the side where it leads to.
  const between = [...places.values()].filter(one => (one.depth - a.depth) * (one.depth - b.depth) < 0).map(one => one.x)
  const isLeft = b.x === a.x ? down > 0 : b.x < a.x
  const edge = isLeft ? Math.min(...between) - half.x - 8 * span : Math.max(...between) + half.x + 8 * span
  const [from, to] = [a.y + down * half.y, b.y - down * half.y]
  return `M${a.x + shift} ${from} C${a.x + shift} ${from + down * 40} ${edge} ${from + down * 20} ${edge} ${(a.y + b.y) / 2} ` +
    `S${b.x + shift} ${to - down * 40} ${b.x + shift} ${to}`
}

/** To the right below, to the left above the screens of the same layer. */
function beside(a, b, half) {
  const side = Math.sign(b.x - a.x)
  const y = a.y + side * half
  const bend = y + side * Math.min(46, 18 + Math.abs(b.x - a.x) / 12)
  return `M${a.x + side * 24} ${y} C${a.x + side * 24} ${bend} ${b.x - side * 24} ${bend} ${b.x - side * 24} ${y}`
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
