// The ids that an action of a session can name, each with what it is.

/** → `{ containers, screens, others }`, lists of `[id, what it is]`; `others` are in the state of screens. */
export function idsIn(container, ids = { containers: [], screens: [], others: [] }) {
  ids.containers.push([container.id, container.kind])
  for (const screen of [...container.screens, ...container.presented.map(layer => layer.screen)]) {
    ids.screens.push([screen.id, `${screen.route} in ${container.id}`])
    collect(screen.state, screen.route, ids.others)
    if (screen.content) idsIn(screen.content, ids)
  }
  return ids
}

function collect(value, route, found) {
  if (typeof value !== "object" || value === null) return
  if (typeof value.id === "string") found.push([value.id, `${value.description ?? ""} in ${route}`.trim()])
  for (const inner of Object.values(value)) collect(inner, route, found)
}
