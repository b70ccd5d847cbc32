// Compares a graph and its table with the flows of the API. Returns the route with the widest drop, and the faults.
(pane, { edges, routes }) => {
  const all = (selector, part = pane) => [...part.querySelectorAll(selector)].map(({ textContent }) => textContent)
  const faults = []
  const expect = (what, shown, wanted) => {
    if (String(shown) !== String(wanted)) faults.push(`${what}: ${shown}, not ${wanted}`)
  }
  const sums = Map.groupBy(edges.filter(({ from }) => from), ({ from, to }) => `${from} → ${to}`)
  const counts = [...sums].map(([ends, same]) => [ends, same.reduce((sum, { count }) => sum + count, 0)])
  expect("list", all("li").map(text => text.replace(/ \(.*/, "")).sort(), counts.map(edge => edge.join(": ")).sort())
  expect("edges", all(".count").sort(), counts.map(([, count]) => String(count)).sort())
  // Nothing leads on from `thanks`, so to end there is no drop.
  const rank = ({ route, entries, ended }) => route === "thanks" ? -1 : ended / entries
  const ordered = routes.toSorted((a, b) => rank(b) - rank(a))
  expect("table", [...pane.querySelectorAll("tbody tr")].map(row => all("th, td", row).slice(0, 4)),
    ordered.map(({ route, entries, exits, ended }) => [route, entries, exits, ended]))
  for (const { route, entries, ended } of routes) {
    expect("node", pane.querySelector(`[data-route=${route}]`).ariaLabel, `${route}, ${entries} in, ${ended} ended`)
  }
  return [ordered[0].route, faults]
}
