// Joins the graph of an app with the counts of its flows.

/** Orders the routes, the widest drop first. Routes from which nothing leads on come last: to end there is no drop. */
export function routesOf(flows, graph) {
  const counted = [...countsOf(flows).values()]
  const known = new Map(graph.screens.map(screen => [screen.route, screen]))
  const leads = route => graph.ways.some(({ from, to, container }) => to !== route &&
    (from ?? route) === route && (from !== null || known.get(route).containers.includes(container ?? "root")))
  const isPresented = route => known.get(route).presentation ||
    counted.some(({ to, by }) => to === route && by.some(({ by }) => by === "present"))
  // The way back from a sheet can lead on, by its result. From a last page it leads to what was done already.
  const isLeft = route => counted.some(edge => edge.from === route && edge.to !== route &&
    (isPresented(route) || !isReturn(edge)))
  return flows.routes.map(route => ({
    ...route, isEnd: known.get(route.route).isAdded ? route.exits === 0 : !leads(route.route) && !isLeft(route.route),
    // A session may have come before the time of the counts.
    drop: route.entries > 0 ? Math.min(1, route.ended / route.entries) : 0,
  })).sort((a, b) => a.isEnd - b.isEnd || b.drop - a.drop || b.ended - a.ended || a.route.localeCompare(b.route))
}

/** Returns the graph with the routes that only other versions have. */
export function withRoutes(graph, flows) {
  const known = new Set(graph.screens.map(({ route }) => route))
  const more = new Set(flows.routes.map(({ route }) => route).filter(route => !known.has(route)))
  const added = [...more].map(route => ({
    route, path: null, params: [], containers: [], reachable: true, isAdded: true,
  }))
  return { ...graph, screens: [...graph.screens, ...added] }
}

/**
 * Returns the edges to draw, and their counts. An edge that the graph lacks, such as a way back, has the look `seen`.
 *
 * @param ways those of the graph, from `waysOf`
 * @param all the flows beside which these are shown: all have the same edges, so that their screens have the same places
 */
export function flowWays(graph, ways, flows, all = [flows]) {
  const counts = countsOf(flows)
  const isKnown = ({ from, to }) => graph.ways.some(way => way.to === to && (way.from === from || way.from === null))
  const seen = [...Map.groupBy(all.flatMap(one => [...countsOf(one).values()]), keyOf).values()].map(same => {
    const isBack = same.every(isReturn)
    const { count = 0, by = [] } = counts.get(keyOf(same[0])) ?? {}
    const look = count === 0 ? "unused" : isKnown(same[0]) && !isBack ? "plain" : "seen"
    return { from: same[0].from, to: same[0].to, count, by, isReturn: isBack, look }
  })
  const keys = new Set(seen.map(keyOf))
  // An edge from all screens of a container is drawn from one of them. Once it was used, its edges show where from.
  const reached = new Set(seen.map(({ to }) => to))
  const unused = ways.filter(way => !keys.has(keyOf(way)) && !(way.isOfAll && reached.has(way.to)))
  return [...seen, ...unused.map(({ from, to }) => ({ from, to, count: 0, by: [], look: "unused" }))]
}

const isReturn = ({ by }) => by.every(({ by }) => by === "back" || by === "undo")

const keyOf = ({ from, to }) => JSON.stringify([from, to])

/** Returns the edges by their ends: `{ from, to, count, by: [{ by, count }] }`. Creations have no edge. */
const countsOf = ({ edges }) => new Map(
  [...Map.groupBy(edges.filter(({ from }) => from !== null), keyOf)].map(([key, same]) => [key, {
    from: same[0].from, to: same[0].to, count: same.reduce((sum, { count }) => sum + count, 0),
    by: same.map(({ by, count }) => ({ by, count })),
  }]))

export const createdIn = ({ edges }) =>
  edges.filter(({ from }) => from === null).reduce((sum, { count }) => sum + count, 0)
