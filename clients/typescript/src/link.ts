import { Route, initialParams } from "./prediction/definition.js"
import type { Params } from "./session.js"

/** All but unreserved characters are encoded (RFC 3986 §2.3), as by the server. */
const encoded = (text: unknown): string =>
  encodeURIComponent(`${text}`).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * The link to a screen of a route, for as long as the server's is not known. Undefined without a path, and for paths and
 * values that need the server.
 */
export function linkOf(route: Route | undefined, params: Params): string | undefined {
  if (route?.path === undefined) return undefined
  const rest = { ...params }
  let link = ""
  for (const segment of route.path.split("/").filter(Boolean)) {
    const [, name, isOptional] = /^:(\w+)(?:\(.*\))?(\??)$/.exec(segment) ?? []
    if (!name && /[:*+?]/.test(segment)) return undefined
    const value = name ? rest[name] ?? undefined : segment
    if (value === undefined && isOptional) continue
    if (value === undefined || value === "" || typeof value === "object") return undefined
    link += `/${encoded(value)}`
    if (name) delete rest[name]
  }
  const initial = initialParams(route)
  const query = Object.entries(rest).filter(([name, value]) => value !== initial[name])
  if (query.some(([, value]) => value === null || typeof value === "object")) return undefined
  return (link || "/") + query.map(([name, value], at) => `${at ? "&" : "?"}${encoded(name)}=${encoded(value)}`).join("")
}
