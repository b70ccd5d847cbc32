// Draws an app's graph as SVG: the screens in layers, and the edges between them.

import { svg } from "./dom.js"
import { layered } from "./graph-layers.js"
import { describe } from "./tip.js"

const longest = 28
let drawings = 0

/**
 * @param ways the result of `waysOf`, or of `flowWays`
 * @param flow null, or for a graph with numbers: `{ most, notes(screen), facts(screen), isWidest(route) }`
 */
export function drawGraph(graph, ways, current, flow = null) {
  const notes = flow?.notes ?? (screen => notesOf(screen, current))
  const { places, lines, width, height } = placed(graph, ways, notes, flow)
  const arrow = `graph-arrow-${++drawings}`
  const paths = lines.map(line => drawLine(line, `url(#${arrow})`, flow))
  const light = route => paths.forEach((path, index) => {
    const leads = ({ from, to, isBoth }) => from === route || isBoth && to === route
    path.classList.toggle("lit", lines[index].edges.some(leads))
  })
  return svg("svg", {
    viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `Screens of ${graph.app} and the ways between them`,
  },
  svg("marker", {
    id: arrow, class: "graph-arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, orient: "auto-start-reverse",
    ...flow ? { markerUnits: "userSpaceOnUse", markerWidth: 13, markerHeight: 13 } : { markerWidth: 7, markerHeight: 7 },
  }, svg("path", { d: "M0 0 8 4 0 8z" })),
  svg("g", { "aria-hidden": true }, paths, flow ? null : conditionTexts(lines, paths)),
  graph.screens.map(screen => drawNode(screen, places.get(screen.route), {
    notes: notes(screen), light, isHere: screen.route === current.route,
    look: flow ? flow.isWidest(screen.route) && "widest" : lookOf(screen, current),
    facts: flow?.facts(screen) ?? factsOf(screen, ways, current),
  })),
  flow && svg("g", { "aria-hidden": true }, countTexts(lines, places)))
}

/** Returns the edges of the graph to draw. */
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

function placed({ containers, screens }, ways, notes, flow) {
  const siblings = containers.filter(container => container.kind !== "stack")
  const areSiblings = ({ from, to }) => siblings.some(({ routes }) => routes.includes(from) && routes.includes(to))
  // The screens that a user selects among are side by side, below the screen with their container.
  const ranked = ways.filter(way => !way.isReturn && !areSiblings(way)).map(way => [way.from, way.to])
    .concat(siblings.flatMap(({ screen, routes }) => routes.map(route => [screen, route])))
  const root = containers.find(container => container.id === "root")
  const starts = [root.initial, ...root.kind === "stack" ? [] : root.routes]
    .concat(screens.filter(screen => screen.initial && screen.containers.includes("root")).map(screen => screen.route))
  const widths = screens.map(screen => [screen.route, Math.max(
    100, Math.min(screen.route.length, longest) * 8 + 32, notes(screen).join(" · ").length * 6 + 24)])
  return layered(new Map(widths), ranked, flow ? ways : paired(ways), starts)
}

function drawLine({ d, edges, isStart, isEnd }, arrow, flow) {
  const [{ look, isBoth }] = edges
  const count = edges.reduce((sum, edge) => sum + (edge.count ?? 0), 0)
  const isFew = flow && count < flow.most / 50
  return svg("path", {
    class: `way ${look}${isFew ? " few" : ""}`, d,
    style: flow ? { "stroke-width": `${(1 + 5 * count / flow.most).toFixed(1)}px` } : {},
    "marker-end": isEnd ? arrow : null, "marker-start": isStart && isBoth ? arrow : null,
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

/** Draws the counts at the edges, the greatest first. One that would cover another or a screen is left to the tooltip. */
function countTexts(lines, places) {
  const taken = [...places.values()].map(({ x, y, width, height }) => ({ x, y, half: width / 2, high: height / 2 }))
  const counted = lines.filter(({ isStart, edges: [{ count }] }) => isStart && count > 0)
    .toSorted((a, b) => b.edges[0].count - a.edges[0].count)
  return counted.flatMap(({ at, edges: [{ count }] }) => {
    const half = String(count).length * 3.6 + 3
    const place = [0.5, 0.35, 0.65, 0.22, 0.78].map(at).find(({ x, y }) =>
      !taken.some(box => Math.abs(box.x - x) < box.half + half && Math.abs(box.y - y) < box.high + 8))
    if (!place) return []
    taken.push({ ...place, half, high: 7 })
    return svg("text", { class: "way-text count", x: place.x, y: place.y + 4 }, String(count))
  })
}

const cut = (text, length) => text.length > length ? `${text.slice(0, length - 1)}…` : text

const lookOf = ({ route, reachable }, { route: here, path }) =>
  route === here ? "here" : path.includes(route) ? "on-path" : !reachable && "lost"

function drawNode({ route, content }, { x, y, width, height }, { notes, light, isHere, look, facts }) {
  const text = (className, text, y, length) => svg("text", { class: className, y }, cut(text, length))
  const node = describe(svg("g", {
    class: `node${look ? ` ${look}` : ""}`, "data-route": route, transform: `translate(${x} ${y})`, tabindex: 0, role: "img",
    "aria-label": [route, ...notes].join(", "), "aria-current": isHere ? "location" : null,
  },
  svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: content ? 4 : 10 }),
  text("name", route, notes.length > 0 ? -3 : 5, longest), text("notes", notes.join(" · "), 13, width / 6)),
  [["screen", route], ...facts])
  for (const [event, lit] of [["pointerenter", route], ["focus", route], ["pointerleave"], ["blur"]]) {
    node.addEventListener(event, () => light(lit))
  }
  return node
}
