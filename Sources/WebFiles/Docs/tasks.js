// The tasks of callers, under which the page lists operations.

export const tasks = [
  ["sessions", "Create, read and delete sessions",
    "A session is the navigation state of one client of an app. Its creation returns a token, once. One that has a key is " +
      "also at /v1/apps/{app}/sessions/{key}, and below it at the same paths."],
  ["navigation", "Navigate",
    "Every change is an action. Its response has the new revision and is sent once it is durable."],
  ["events", "Follow a session", "A stream sends each revision once and in order, and resumes after an interruption."],
  ["history", "Go back in time", "Each change is a revision. Past ones can be read, restored and forked."],
  ["sharing", "Share a session", "Other devices and people get tokens with a role, or a code of eight characters."],
  ["timers", "Use timers, outputs and webhooks",
    "A reducer sends delayed actions to its session, and outputs to its subscribers."],
  ["apps", "Define apps", "An app is compiled into the server, or defined in JSON and sent to it."],
  ["batches", "Change many sessions", "A job applies the same change to all sessions that match a filter."],
  ["archives", "Export, import and back up", "An export is one session with its history. A backup is the whole database."],
  ["server", "Operate the server", "Health, metrics and documentation. These requests need no session."],
]

const ofSession = {
  stack: "sessions", events: "events", listeners: "events", shown: "events", tickets: "events",
  history: "history", revisions: "history", undo: "history", redo: "history", jump: "history", fork: "history",
  token: "sharing", tokens: "sharing", lease: "sharing", messages: "sharing", timers: "timers",
  loops: "timers", calls: "timers", outputs: "timers", export: "archives",
}
const ofApp = { sessions: "sessions", events: "events", migrations: "batches" }
const ofResource = { handoffs: "sharing", webhooks: "timers", batches: "batches", imports: "archives" }

/** The task of a path. An unknown path of a session belongs to its navigation. */
export function taskOf(path) {
  const [version, resource, name, part] = path.split("/").slice(1)
  if (version !== "v1") return "server"
  if (resource === "sessions") return part ? ofSession[part] ?? "navigation" : "sessions"
  if (resource === "apps") return ofApp[part] ?? "apps"
  if (resource === "admin") return name === "backups" ? "archives" : "server"
  return ofResource[resource] ?? "server"
}
