// Places the nodes of a directed graph in layers, top to bottom: Sugiyama, Tagawa and Toda (1981), without their dummy
// nodes. Knows nothing of screens or of SVG.

/**
 * @param names the nodes, in an order that decides where nothing else does
 * @param edges pairs `[from, to]`; loops and doubles are allowed
 * @param starts the nodes of the first layer
 * @returns names in layers; what no start leads to stands in the last one
 */
export function layers(names, edges, starts) {
  const next = new Map(names.map(name => [name, []]))
  for (const [from, to] of edges) if (next.has(to)) next.get(from)?.push(to)
  const order = reverseFinish(starts, next)
  const depth = longestPaths(order, next)
  const rows = []
  for (const name of names) {
    if (depth.has(name)) (rows[depth.get(name)] ??= []).push(name)
  }
  const lost = names.filter(name => !depth.has(name))
  return { reached: untangled(rows, edges), lost }
}

/** The nodes that the starts lead to, each before all that it leads to but for the ways back. */
function reverseFinish(starts, next) {
  const order = []
  const seen = new Set()
  const visit = name => {
    if (seen.has(name)) return
    seen.add(name)
    next.get(name).forEach(visit)
    order.unshift(name)
  }
  // The last start first, so that the first one ends up before the others.
  starts.filter(name => next.has(name)).reverse().forEach(visit)
  return order
}

/** The length of the longest way to each node that only goes forward in `order`. */
function longestPaths(order, next) {
  const place = new Map(order.map((name, index) => [name, index]))
  const depth = new Map(order.map(name => [name, 0]))
  for (const name of order) {
    for (const to of next.get(name)) {
      if (place.get(to) > place.get(name)) depth.set(to, Math.max(depth.get(to), depth.get(name) + 1))
    }
  }
  return depth
}

/** Orders each layer by the mean place of its neighbours, a few times down and up, which takes most crossings away. */
function untangled(rows, edges) {
  const neighbours = new Map(rows.flat().map(name => [name, []]))
  for (const [from, to] of edges) {
    neighbours.get(from)?.push(to)
    neighbours.get(to)?.push(from)
  }
  let sorted = rows
  for (let round = 0; round < 4; round += 1) {
    const place = new Map(sorted.flatMap(row => row.map((name, index) => [name, index - (row.length - 1) / 2])))
    const mean = name => {
      const known = neighbours.get(name).filter(other => other !== name && place.has(other))
      return known.length === 0 ? place.get(name) : known.reduce((sum, other) => sum + place.get(other), 0) / known.length
    }
    const order = round % 2 === 0 ? sorted : [...sorted].reverse()
    const moved = order.map(row => {
      const means = new Map(row.map(name => [name, mean(name)]))
      const next = [...row].sort((a, b) => means.get(a) - means.get(b))
      next.forEach((name, index) => place.set(name, index - (next.length - 1) / 2))
      return next
    })
    sorted = round % 2 === 0 ? moved : moved.reverse()
  }
  return sorted
}
