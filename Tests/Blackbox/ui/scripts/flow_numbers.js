// Returns the numbers of a graph of flows: the rows of its table, the counts of its edges, the texts at the edges and
// the names of the nodes.
pane => {
  const all = selector => [...pane.querySelectorAll(selector)]
  const edges = all("li").map(({ textContent }) => /^(.+): (\d+) \(/.exec(textContent).slice(1))
  return {
    rows: all("tbody tr").map(row => [...row.children].map(({ textContent }) => textContent)),
    edges: Object.fromEntries(edges.map(([ends, count]) => [ends, Number(count)])),
    texts: all(".count").map(({ textContent }) => Number(textContent)).sort((a, b) => a - b),
    nodes: all(".node").map(({ ariaLabel }) => ariaLabel),
  }
}
