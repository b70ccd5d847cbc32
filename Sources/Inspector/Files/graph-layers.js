// Places the nodes of a directed graph in layers, top to bottom: Sugiyama, Tagawa and Toda (1981), without their dummy
// nodes. Knows nothing of screens or of SVG.

/**
 * @param edges pairs `[from, to]`; loops and doubles are allowed
 * @returns the names by layers, from those of the starts to those that no start leads to
 */
export function layers(names, edges, starts) {
  const next = new Map(names.map(name => [name, []]))
  for (const [from, to] of edges) if (next.has(to)) next.get(from)?.push(to)
  const depth = longestPaths(topological(starts, next), next)
  const rows = Map.groupBy(names, name => depth.get(name) ?? Infinity)
  return untangled([...rows].sort(([a], [b]) => a - b).map(([, row]) => row), edges)
}

/** The nodes that the starts lead to, each before all that it leads to but for the ways back. */
function topological(starts, next) {
  const order = []
  const seen = new Set()
  const visit = name => {
    if (!next.has(name) || seen.has(name)) return
    seen.add(name)
    next.get(name).forEach(visit)
    order.unshift(name)
  }
  starts.toReversed().forEach(visit)
  return order
}

/** The length of the longest way to each node that only goes forward in `order`. */
function longestPaths(order, next) {
  const depth = new Map(order.map(name => [name, 0]))
  order.forEach((name, index) => {
    for (const to of next.get(name)) {
      if (order.indexOf(to) > index) depth.set(to, Math.max(depth.get(to), depth.get(name) + 1))
    }
  })
  return depth
}

/** Orders each layer by the mean place of its neighbours, twice down and up, which takes most crossings away. */
function untangled(rows, edges) {
  const place = new Map()
  const settle = row => row.forEach((name, index) => place.set(name, index - (row.length - 1) / 2))
  const mean = name => {
    const near = edges.filter(edge => edge.includes(name)).flat().filter(other => other !== name && place.has(other))
    return near.length === 0 ? place.get(name) : near.reduce((sum, other) => sum + place.get(other), 0) / near.length
  }
  rows.forEach(settle)
  for (const sweep of [rows, rows.toReversed(), rows, rows.toReversed()]) {
    for (const row of sweep) {
      const means = new Map(row.map(name => [name, mean(name)]))
      row.sort((a, b) => means.get(a) - means.get(b))
      settle(row)
    }
  }
  return rows
}
