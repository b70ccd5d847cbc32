// The kinds of problems of apps, timers, webhooks, imports and health.

extension ProblemKind {
  static let thing: [ProblemKind] = [
    ProblemKind(
      "no-such-app", 404,
      meaning: "No app has that name, or the app lacks that version.",
      remedy: "Use one of the apps or versions in `detail`."),
    ProblemKind(
      "not-quarantined", 404,
      meaning: "Nothing with this id is quarantined.",
      remedy: "`GET /v1/admin/quarantine` lists the quarantines."),
    ProblemKind(
      "no-stack", 404,
      meaning: "The focus path contains no stack.",
      remedy: "Read the whole session instead."),
    ProblemKind(
      "no-such-timer", 404,
      meaning: "No pending timer has that id; it may have fired or been cancelled.",
      remedy: "`GET …/timers` lists the pending timers."),
    ProblemKind(
      "no-such-mcp-session", 404,
      meaning: "This node has no MCP session with that id for this credential and path. MCP sessions are in memory.",
      remedy: "Send `initialize` again, without `Mcp-Session-Id`. SDKs do so by themselves."),
    ProblemKind(
      "no-mcp-session-id", 400,
      meaning: "The request requires the MCP session that `initialize` began.",
      remedy: "Send its id as `Mcp-Session-Id`."),
    ProblemKind(
      "no-such-webhook", 404,
      meaning: "No webhook has that name.",
      remedy: "Create one with `PUT /v1/webhooks/{name}`."),
    ProblemKind(
      "no-such-file", 404,
      meaning: "The inspector has no file of that name.",
      remedy: "Open `/ui/`. After an update of the server, reload the page."),
    ProblemKind(
      "no-such-key", 404,
      meaning: "The app has no key of that name.",
      remedy: "`GET …/keys` lists the keys of the app."),
    ProblemKind(
      "key-exists", 409,
      meaning: "The app already has a key of that name.",
      remedy: "Remove that key, or use another name."),
    ProblemKind(
      "too-many-keys", 409,
      meaning: "The app has reached the limit on keys.",
      remedy: "Remove an unused key."),
    ProblemKind(
      "too-many-webhooks", 409,
      meaning: "The limit on webhooks is reached.",
      remedy: "Remove an unused webhook, or raise `--max-webhooks`."),
    ProblemKind(
      "no-such-problem", 404,
      meaning: "No problem has that code.",
      remedy: "`/docs` lists the problems of the server. The reducers of an app can define further ones."),
    ProblemKind(
      "missing-member", 422,
      meaning: "A required member of the body is missing.",
      remedy: "`errors` names the member."),
    ProblemKind(
      "bad-member", 422,
      meaning: "A member of the body has an invalid value.",
      remedy: "`errors` names the member, `detail` the valid values."),
    ProblemKind(
      "unknown-app", 422,
      meaning: "No app has that name, or the app lacks that version.",
      remedy: "Use one of the apps or versions in `detail`."),
    ProblemKind(
      "app-is-compiled", 409,
      meaning: "The app is compiled into the server and cannot be changed over HTTP.",
      remedy: "Define an app with another name."),
    .passing("definition-in-progress", 409, meaning: "Another request is changing the app."),
    ProblemKind(
      "no-such-rollout", 404,
      meaning: "The app has no rollout; new sessions get its newest version.",
      remedy: "Set one with `PUT /v1/apps/{app}/rollout`."),
    ProblemKind(
      "version-in-rollout", 409,
      meaning: "The rollout of the app names the version.",
      remedy: "Change or delete the rollout first."),
    ProblemKind(
      "version-taken", 409,
      meaning: "A different definition already has that version.",
      remedy: "Use a new version."),
    ProblemKind(
      "bad-definition", 422,
      meaning: "The definition of the app is invalid.",
      remedy: "`errors` lists all faults with their places."),
    ProblemKind(
      "too-many-definitions", 507,
      meaning: "The limit on the memory of app definitions is reached.",
      remedy: "Use an existing app, or raise `--max-definitions`."),
    ProblemKind(
      "bad-webhook", 422,
      meaning: "The webhook is invalid.",
      remedy: "`errors` lists all faults."),
    ProblemKind(
      "session-exists", 409,
      meaning: "A session with that id already exists.",
      remedy: "Delete the existing session first, or keep it."),
    ProblemKind(
      "bad-import", 422,
      meaning: "The body is not an unmodified export. Nothing was imported.",
      remedy: "`errors` lists the faults with their lines."),
    .passing("too-many-imports", 503, meaning: "The limit on concurrent imports is reached."),
    ProblemKind(
      "unexpected-content", 400,
      meaning: "The request has a body, which this path does not accept.",
      remedy: "Send the request without a body."),
    ProblemKind(
      "backup-in-progress", 409,
      meaning: "Another backup is in progress.",
      remedy: "Retry after it has finished."),
    ProblemKind(
      "backups-elsewhere", 501,
      meaning: "The sessions are in PostgreSQL, which the server does not back up.",
      remedy: "Use the tools of PostgreSQL, such as `pg_basebackup` or `pg_dump`."),
    ProblemKind(
      "backup-takes-long", 503,
      meaning: "The backup did not finish within the time limit of the request and continues.",
      remedy: "Look for the file in the folder `backups` later."),
    ProblemKind(
      "draining", 503,
      meaning: "The server is shutting down.",
      remedy: "Use another server, or retry after the restart."),
  ]
}
