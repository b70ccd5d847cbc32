// Reads and writes the view of the page in the address, so that a link opens the same view. The server knows only
// /ui/, so the fragment has the view: #/sessions/{id}?view=state&revision=7, #/apps/{app}?range=week, #/batches, or
// #/handoffs/{code}

export const views = ["stage", "log", "state", "outputs", "compose", "graph"]

export function readAddress(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split("?")
  const values = new URLSearchParams(query)
  const handoff = /^\/handoffs\/([\w-]+)$/.exec(path)?.[1] ?? null
  const id = /^\/sessions\/([\w-]+)$/.exec(path)?.[1]
  const app = /^\/apps(?:\/([\w.-]*))?$/.exec(path)
  const revision = Number(values.get("revision"))
  return {
    handoff,
    isJobs: path === "/batches",
    appName: app && (app[1] ?? ""),
    choices: app ? Object.fromEntries(values) : {},
    sessionId: id ?? null,
    view: views.includes(values.get("view")) ? values.get("view") : "stage",
    revision: Number.isInteger(revision) && revision > 0 ? revision : null,
  }
}

export function addressOf({ sessionId, view, revision }) {
  if (!sessionId) return "#/"
  const values = new URLSearchParams()
  if (view !== "stage") values.set("view", view)
  if (revision !== null) values.set("revision", String(revision))
  const query = values.toString()
  return `#/sessions/${sessionId}${query ? `?${query}` : ""}`
}

/** @param choices those of the page of an app; empty ones are left out */
export function appAddress(app, choices = {}) {
  const query = new URLSearchParams(Object.entries(choices).filter(([, value]) => value)).toString()
  return `#/apps/${encodeURIComponent(app)}${query ? `?${query}` : ""}`
}
