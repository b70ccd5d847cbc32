// The ids that an action of a session can name, each with what it is.

/** → `{ containers, screens }`, lists of `[id, what it is]`, of screens also the route. */
export function idsIn({ id, kind, screens, presented }, ids = { containers: [], screens: [] }) {
  ids.containers.push([id, kind])
  for (const screen of [...screens, ...presented.map(layer => layer.screen)]) {
    ids.screens.push([screen.id, `${screen.route} in ${id}`, screen.route])
    if (screen.content) idsIn(screen.content, ids)
  }
  return ids
}
