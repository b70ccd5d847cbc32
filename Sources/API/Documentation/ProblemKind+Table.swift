// The kinds of problems that the server reports, grouped by the area in which they occur.

extension ProblemKind {
  /// All kinds, by area.
  static let areas: [(title: String, kinds: [ProblemKind])] = [
    ("What can be wrong with any request", request),
    ("Where tokens are required", access),
    ("What can be wrong with a JSON body", body),
    ("When the disk does not take what is to be kept", storage),
    ("Sessions", session),
    ("Changes of a session", change),
    ("Actions", action),
    ("The past", time),
    ("Messages", message),
    ("Parameters", parameter),
    ("Apps, timers, webhooks, imports, health", thing),
  ]

  static let access: [ProblemKind] = [
    ProblemKind(
      "no-token", 401,
      meaning: "The request shows no token.",
      remedy: "Send `Authorization: Bearer …` with the session's token or the admin's."),
    ProblemKind(
      "not-allowed", 403,
      meaning: "The token does not allow that.",
      remedy: "Use the admin's token."),
    ProblemKind(
      "undo-off", 403,
      meaning: "The server was started with `--no-client-undo`: the past of a session is for the admin alone.",
      remedy: "Use the admin's token, or leave it."),
    ProblemKind(
      "bad-ticket", 401,
      meaning: "The ticket opens nothing, or nothing any more.",
      remedy: "Get another with `POST …/tickets`; each is good once, within 30 s."),
    ProblemKind(
      "too-many-tickets", 503,
      meaning: "As many tickets wait to be used as the server holds.",
      remedy: "Come back after `Retry-After`."),
  ]

  static let body: [ProblemKind] = [
    ProblemKind(
      "bad-json", 400,
      meaning: "The body is not JSON, or has a number that cannot be kept.",
      remedy: "`detail` says at which line and column it stops to be."),
    ProblemKind(
      "no-body", 400,
      meaning: "There is no body.",
      remedy: "Send a JSON object."),
    ProblemKind(
      "unsupported-media-type", 415,
      meaning: "The body is of another media type than is taken here.",
      remedy: "Send the `Content-Type` that `detail` names."),
    ProblemKind(
      "bad-body", 422,
      meaning: "The body is JSON, but no object.",
      remedy: "Send an object."),
    ProblemKind(
      "unknown-member", 422,
      meaning: "The body has a member that is not known here.",
      remedy: "Leave it out; `detail` lists those that are known."),
  ]

  static let storage: [ProblemKind] = [
    ProblemKind(
      "storage-unavailable", 503,
      meaning: "The storage does not work now. Nothing was changed.",
      remedy: "Send it again later; the operator finds the reason in the log."),
    ProblemKind(
      "journal-busy", 503,
      meaning: "So many changes wait for the disk that no more are taken.",
      remedy: "Come back after `Retry-After`."),
    ProblemKind(
      "disk-full", 507,
      meaning: "There is no space left for the change. Nothing was changed, and reading goes on.",
      remedy: "Free some space on the server."),
  ]

  static let session: [ProblemKind] = [
    ProblemKind(
      "no-such-session", 404,
      meaning: "There is no session of that id, or the token is not its own.",
      remedy: "`POST /v1/sessions` makes one."),
    ProblemKind(
      "session-damaged", 503,
      meaning: "What is stored of the session cannot be read.",
      remedy: "Delete it, or restore it from a backup; other sessions are not touched."),
    ProblemKind(
      "memory-full", 503,
      meaning: "What clients hold in memory is at its bound, in all or for one app: no other session is loaded.",
      remedy: "Come back after `Retry-After`."),
    ProblemKind(
      "too-many-creations", 429,
      meaning: "The client's address, its app key, or all together have made more sessions than may be in that time.",
      remedy: "Come back after `Retry-After`."),
    ProblemKind(
      "too-many-listeners", 429, 503,
      meaning: "As many clients listen to the session, or to all sessions together, as may.",
      remedy: "Come back after `Retry-After`, or ask for the session from time to time."),
  ]

  static let change: [ProblemKind] = [
    ProblemKind(
      "bad-idempotency-key", 400,
      meaning: "The Idempotency-Key is empty, too long, or not visible ASCII.",
      remedy: "Send 1 to 255 visible characters."),
    ProblemKind(
      "idempotency-key-in-progress", 409,
      meaning: "The first request with this key has not been answered yet.",
      remedy: "Wait for its answer, or send it again later."),
    ProblemKind(
      "idempotency-key-reused", 422,
      meaning: "The key came with another request before.",
      remedy: "Give each request a key of its own."),
    ProblemKind(
      "revision-differs", 412,
      meaning: "The session is at another revision than `If-Match` names. Nothing was done.",
      remedy: "Read the session and decide again."),
    ProblemKind(
      "state-too-large", 409,
      meaning: "The session would be larger than it may be.",
      remedy: "Keep less in `data`, `params` and `state`."),
    ProblemKind(
      "session-leased", 423,
      meaning: "Another client alone may write to the session for a time.",
      remedy: "Wait for `Retry-After`, or take the lease over."),
    ProblemKind(
      "too-many-leases", 503,
      meaning: "As many sessions are leased as the server holds leases.",
      remedy: "Come back after `Retry-After`."),
    ProblemKind(
      "too-many-actions", 429,
      meaning: "The session was sent more actions than one may be in that time.",
      remedy: "Come back after `Retry-After`."),
    ProblemKind(
      "session-busy", 429,
      meaning: "Too many changes of this session wait for the disk.",
      remedy: "Come back after `Retry-After`."),
  ]

  static let time: [ProblemKind] = [
    ProblemKind(
      "no-such-revision", 404,
      meaning: "The session has no such revision yet, or it is no number.",
      remedy: "Revisions count from 1 to the session's own."),
    ProblemKind(
      "revision-pruned", 410,
      meaning: "The revision is not kept any more.",
      remedy: "`detail` names the oldest that is."),
    ProblemKind(
      "nothing-to-undo", 409,
      meaning: "The session has its first state.",
      remedy: "`can.undo` of the session tells beforehand."),
    ProblemKind(
      "nothing-to-redo", 409,
      meaning: "Nothing was undone since the last change.",
      remedy: "`can.redo` of the session tells beforehand."),
    ProblemKind(
      "too-many-reads", 429,
      meaning: "Too many reads of this session's past wait for their turn.",
      remedy: "Come back after `Retry-After`."),
  ]

  static let message: [ProblemKind] = [
    ProblemKind(
      "no-such-recipient", 409,
      meaning: "There is no session that the message could go to.",
      remedy: "Look at `to`."),
    ProblemKind(
      "message-too-large", 409, 422,
      meaning: "The message's action is larger than one may be.",
      remedy: "Send less."),
    ProblemKind(
      "mailbox-full", 409, 429,
      meaning: "As many messages are on their way to the recipient as may be.",
      remedy: "Come back after `Retry-After`."),
  ]

  static let parameter: [ProblemKind] = [
    ProblemKind(
      "bad-parameter", 400,
      meaning: "A query parameter has a value that cannot be.",
      remedy: "`detail` says what would work."),
    ProblemKind(
      "missing-parameter", 400,
      meaning: "A query parameter is needed.",
      remedy: "`detail` names it."),
    ProblemKind(
      "bad-last-event-id", 400,
      meaning: "`Last-Event-ID` is no number.",
      remedy: "Send the `id` of an event that came."),
  ]

  static let thing: [ProblemKind] = [
    ProblemKind(
      "no-such-app", 404,
      meaning: "There is no app of that name, or not in that version.",
      remedy: "`detail` lists those that there are."),
    ProblemKind(
      "no-stack", 404,
      meaning: "The user is in no stack.",
      remedy: "Read the whole session instead."),
    ProblemKind(
      "no-such-timer", 404,
      meaning: "There is no such timer, or not any more.",
      remedy: "`GET …/timers` lists those that are pending."),
    ProblemKind(
      "no-such-webhook", 404,
      meaning: "There is no webhook of that name.",
      remedy: "`PUT /v1/webhooks/{name}` makes one."),
    ProblemKind(
      "no-such-file", 404,
      meaning: "The inspector has no file of that name.",
      remedy: "It begins at `/ui/`; reload it when the server has been updated."),
    ProblemKind(
      "no-such-key", 404,
      meaning: "The app has no key of that name.",
      remedy: "`GET …/keys` lists those that it has."),
    ProblemKind(
      "key-exists", 409,
      meaning: "The app has a key of that name already.",
      remedy: "Remove it, or choose another name."),
    ProblemKind(
      "too-many-keys", 409,
      meaning: "The app has as many keys as one may have.",
      remedy: "Remove one that is not used."),
    ProblemKind(
      "too-many-webhooks", 409,
      meaning: "There are as many webhooks as there may be.",
      remedy: "Remove one that is not used, or start the server with a larger `--max-webhooks`."),
    ProblemKind(
      "no-such-problem", 404,
      meaning: "There is no problem of that code.",
      remedy: "`/docs` lists them; an app's own reducers may have more."),
    ProblemKind(
      "missing-member", 422,
      meaning: "A member of the body is needed.",
      remedy: "`errors` names it."),
    ProblemKind(
      "bad-member", 422,
      meaning: "A member of the body has a value that cannot be.",
      remedy: "`errors` names it, `detail` says what would work."),
    ProblemKind(
      "unknown-app", 422,
      meaning: "There is no app of that name, or not in that version.",
      remedy: "`detail` lists those that there are."),
    ProblemKind(
      "app-is-compiled", 409,
      meaning: "The app is compiled into the server, where it stays as it is.",
      remedy: "Define an app of another name."),
    ProblemKind(
      "definition-in-progress", 409,
      meaning: "Another request is changing the app.",
      remedy: "Send it again."),
    ProblemKind(
      "version-taken", 409,
      meaning: "Another definition has that version.",
      remedy: "Give this one a new version."),
    ProblemKind(
      "bad-definition", 422,
      meaning: "The definition is not one of an app.",
      remedy: "`errors` lists every fault with its place."),
    ProblemKind(
      "too-many-definitions", 507,
      meaning: "The definitions of apps fill the memory that there is for them.",
      remedy: "Use an app that is defined, or start the server with a higher `--max-definitions`."),
    ProblemKind(
      "bad-webhook", 422,
      meaning: "The webhook cannot be one.",
      remedy: "`errors` lists every fault."),
    ProblemKind(
      "session-exists", 409,
      meaning: "There is a session of that id already.",
      remedy: "Delete it, or leave it as it is."),
    ProblemKind(
      "bad-import", 422,
      meaning: "What was sent is no export, or would not be exported as the same bytes. Nothing was imported.",
      remedy: "`errors` lists the faults with their lines."),
    ProblemKind(
      "too-many-imports", 503,
      meaning: "As many imports are on their way as there may be at once.",
      remedy: "Send it again later."),
    ProblemKind(
      "unexpected-content", 400,
      meaning: "The request has a body where none is taken.",
      remedy: "Send none."),
    ProblemKind(
      "backup-in-progress", 409,
      meaning: "Another backup is being made.",
      remedy: "Ask again when it is done."),
    ProblemKind(
      "backup-takes-long", 503,
      meaning: "The backup is still being made, and goes on.",
      remedy: "Look for it in the folder `backups` later."),
    ProblemKind(
      "draining", 503,
      meaning: "The server is shutting down.",
      remedy: "Ask another one."),
  ]
}
