// Places the nodes of a directed graph in layers from top to bottom, and routes its edges around them (Sugiyama, Tagawa
// and Toda 1981). Does not depend on screens or on the DOM.

const rowHeight = 44
const rowGap = 66
const nodeGap = 30
/** The margin above and below the graph, with space for edges within a layer. */
const margin = 48
/** The space that an edge takes where it passes a layer. */
const lane = 14

/**
 * @param names a `Map` of the names of the nodes to their widths
 * @param ranked pairs `[from, to]`: the first node is above the second; cycles are allowed
 * @param edges `{ from, to, look }`; edges to one node with the same `look` share their path past other layers
 * @returns `{ places, lines, width, height }`: the center and size of each node, `{ x, y, width, height }`, and the
 *   lines `{ d, at, edges, isStart, isEnd }`, with `d` in the syntax of SVG paths, the point `at(t)` for t from 0 to 1,
 *   and the edges that the line is a part of
 */
export function layered(names, ranked, edges, starts) {
  const depth = depths([...names.keys()], ranked, starts)
  const nodes = new Map([...names].map(([name, width]) => [name, { name, width, depth: depth.get(name), ports: [] }]))
  const links = linked(edges.filter(({ from, to }) => nodes.has(from) && nodes.has(to)), nodes)
  const rows = Object.values(Object.groupBy(nodes.values(), node => node.depth))
  untangle(rows, links)
  spread(rows, links)
  const left = Math.min(...rows.flat().map(node => node.x - node.width / 2)) - nodeGap
  const right = Math.max(...rows.flat().map(node => node.x + node.width / 2)) + nodeGap
  for (const node of nodes.values()) {
    node.x -= left
    node.y = margin + rowHeight / 2 + node.depth * (rowHeight + rowGap)
    node.height = rowHeight
  }
  setPorts(links)
  return {
    places: new Map([...nodes].filter(([name]) => names.has(name))), lines: links.map(line),
    width: right - left, height: rows.length * (rowHeight + rowGap) - rowGap + 2 * margin,
  }
}

// The layers

function depths(names, ranked, starts) {
  const next = new Map(names.map(name => [name, []]))
  for (const [from, to] of ranked) if (next.has(to)) next.get(from)?.push(to)
  const depth = longestPaths(topological(starts, next), next)
  const last = Math.max(-1, ...depth.values()) + 1
  for (const name of names) if (!depth.has(name)) depth.set(name, last)
  return depth
}

/** Returns the nodes that are reachable from `starts`, in topological order. Ignores back edges. */
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

/** Returns the length of the longest path to each node over edges that go forward in `order`. */
function longestPaths(order, next) {
  const depth = new Map(order.map(name => [name, 0]))
  order.forEach((name, index) => {
    for (const to of next.get(name)) {
      if (order.indexOf(to) > index) depth.set(to, Math.max(depth.get(to), depth.get(name) + 1))
    }
  })
  return depth
}

/** Splits the edges into links between neighbouring layers. Adds a node to `nodes` for each layer that they pass. */
function linked(edges, nodes) {
  const links = new Map()
  const link = (a, b, look, edge, ends) => {
    const key = JSON.stringify([a, b, look])
    if (!links.has(key)) links.set(key, { a: nodes.get(a), b: nodes.get(b), look, edges: [], ...ends })
    links.get(key).edges.push(edge)
  }
  for (const edge of edges) {
    const { from, to, look } = edge
    const target = nodes.get(to).depth
    const by = Math.sign(target - nodes.get(from).depth)
    let at = from
    for (let depth = nodes.get(from).depth + by; by !== 0 && depth !== target; depth += by) {
      const name = JSON.stringify([to, look, by, depth])
      if (!nodes.has(name)) nodes.set(name, { name, width: lane, depth, isLane: true, ports: [] })
      link(at, name, look, edge, { isStart: at === from })
      at = name
    }
    link(at, to, look, edge, { isStart: at === from, isEnd: true })
  }
  return [...links.values()]
}

/** Sorts each layer by the mean place of the neighbours, in turn down and up. This removes most crossings. */
function untangle(rows, links) {
  const near = neighbours(links)
  const settle = row => row.forEach((node, index) => { node.place = index - (row.length - 1) / 2 })
  const mean = node => near.get(node)?.reduce((sum, other) => sum + other.place, 0) / near.get(node)?.length || 0
  rows.forEach(settle)
  for (let sweep = 0; sweep < 8; sweep += 1) {
    for (const row of sweep % 2 ? rows.toReversed() : rows) {
      const means = new Map(row.map(node => [node, mean(node)]))
      row.sort((a, b) => means.get(a) - means.get(b))
      settle(row)
    }
  }
}

function neighbours(links) {
  const near = new Map()
  for (const { a, b } of links) {
    if (a === b) continue
    near.set(a, [...near.get(a) ?? [], b])
    near.set(b, [...near.get(b) ?? [], a])
  }
  return near
}

/** Moves each node to the middle of its neighbours, as far as the other nodes of its layer leave space. */
function spread(rows, links) {
  const near = neighbours(links)
  for (const row of rows) place(row, () => 0)
  for (let sweep = 0; sweep < 12; sweep += 1) {
    for (const row of sweep % 2 ? rows.toReversed() : rows) {
      place(row, node => {
        const others = (near.get(node) ?? []).filter(other => other.depth !== node.depth)
        return others.length === 0 ? node.x : others.reduce((sum, other) => sum + other.x, 0) / others.length
      })
    }
  }
}

/** Gives each node of a row the place nearest to the wanted one, and keeps their order (pool adjacent violators). */
function place(row, wanted) {
  let offset = 0
  const blocks = []
  row.forEach((node, index) => {
    const left = row[index - 1]
    if (left) offset += (left.width + node.width) / 2 + (node.isLane && left.isLane ? 0 : nodeGap)
    const weight = node.isLane ? 4 : 1
    let block = { sum: (wanted(node) - offset) * weight, weight, nodes: [[node, offset]] }
    while (blocks.length > 0 && blocks.at(-1).sum / blocks.at(-1).weight > block.sum / block.weight) {
      const { sum, weight, nodes } = blocks.pop()
      block = { sum: sum + block.sum, weight: weight + block.weight, nodes: [...nodes, ...block.nodes] }
    }
    blocks.push(block)
  })
  for (const { sum, weight, nodes } of blocks) for (const [node, offset] of nodes) node.x = sum / weight + offset
}

// The lines

/** Spreads the ends of the links over the sides of the nodes, in the order of the nodes at the other ends. */
function setPorts(links) {
  for (const link of links) {
    const { a, b } = link
    const level = a.depth === b.depth
    // Within a layer, links to the right pass below the nodes, and links to the left above them.
    const side = level ? Math.sign(b.x - a.x) : Math.sign(b.depth - a.depth)
    link.ends = [{ link, node: a, other: b, side }, { link, node: b, other: a, side: level ? side : -side }]
    if (a !== b) for (const end of link.ends) end.node.ports.push(end)
  }
  const ends = links.flatMap(link => link.ends)
  for (const node of new Set(ends.map(end => end.node))) {
    for (const side of [-1, 1]) {
      const ports = node.ports.filter(port => port.side === side).sort((one, two) => one.other.x - two.other.x)
      const gap = node.isLane ? 0 : Math.min(16, (node.width - 28) / Math.max(1, ports.length - 1))
      ports.forEach((port, index) => { port.x = node.x + (index - (ports.length - 1) / 2) * gap })
    }
  }
}

/** Returns the line of a link: a curve between two layers, after a straight part where it leaves a lane. */
function line({ a, b, ends: [start, end], edges, isStart, isEnd }) {
  const border = ({ node, side }) => node.y + side * rowHeight / 2
  let d
  let at = () => ({ x: a.x + a.width / 2 + 4, y: a.y - rowHeight / 2 - 18 })
  if (a === b) d = `M${Math.round(a.x + a.width / 2 - 16)} ${a.y - rowHeight / 2} c0 -26 36 -18 16 14`
  else {
    const [y, to] = [border(start), border(end)]
    const bend = a.depth === b.depth ? y + start.side * Math.min(46, 20 + Math.abs(b.x - a.x) / 12) : (y + to) / 2
    const from = a.isLane ? `${a.y - start.side * rowHeight / 2} V${y}` : y
    const [x, toX, middle] = [start.x, end.x, bend].map(Math.round)
    d = `M${x} ${from} C${x} ${middle} ${toX} ${middle} ${toX} ${to}`
    const curve = (p, q, r, s, t) => p * (1 - t) ** 3 + 3 * t * (1 - t) * (q * (1 - t) + r * t) + s * t ** 3
    at = t => ({ x: curve(x, x, toX, toX, t), y: curve(y, middle, middle, to, t) })
  }
  return { d, at, edges, isStart, isEnd }
}
