// The ids in a session that an action can name, each with a description.

/** Returns `{ containers, screens }`, lists of `[id, description]`. Screens also have their route. */
export function idsIn({ id, kind, screens, presented }, ids = { containers: [], screens: [] }) {
  ids.containers.push([id, kind])
  for (const screen of [...screens, ...presented.map(layer => layer.screen)]) {
    ids.screens.push([screen.id, `${screen.route} in ${id}`, screen.route])
    if (screen.content) idsIn(screen.content, ids)
  }
  return ids
}
