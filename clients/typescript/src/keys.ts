import type { Container } from "./session.js"
import { mapContent, mapScreens } from "./tree.js"

/** Whether a value is an id that a `Replica` has made. Arguments of an app's own actions may begin with `~`. */
export const isProvisional = (id: unknown) => `${id}`.startsWith("~new-")

/** Maps provisional ids to server ids, or the reverse. */
export type Names = Map<string, string>

/** A copy of a tree in which each screen has its key: its first id in this client. */
export function withKeys(container: Container, keys: Names): Container {
  return mapScreens(container, screen => {
    const inner = mapContent(screen, content => withKeys(content, keys))
    return inner.key ? inner : { ...inner, key: keys.get(inner.id) ?? inner.id }
  })
}
