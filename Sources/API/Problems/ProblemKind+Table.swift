// The kinds of problems that the server reports, grouped by the area in which they occur.

extension ProblemKind {
  /// All kinds, by area.
  static let areas: [(title: String, kinds: [ProblemKind])] = [
    ("Any request", request),
    ("Authorization", access),
    ("JSON bodies", body),
    ("Storage", storage),
    ("Sessions", session),
    ("Changes of a session", change),
    ("Actions", action),
    ("Logic of app definitions", logic),
    ("History", time),
    ("Messages", message),
    ("Batch jobs", batch),
    ("Parameters", parameter),
    ("Apps, timers, webhooks, imports, health", thing),
  ]

  static let access: [ProblemKind] = [
    ProblemKind(
      "no-token", 401,
      meaning: "The request has no token.",
      remedy: "Send `Authorization: Bearer …` with a token of the session or the admin token."),
    ProblemKind(
      "unknown-token", 401,
      meaning: "The token has the form of none that this server issues or accepts.",
      remedy: "Send a session's token, an app's key, an operator's token, a JWT or the admin's token."),
    ProblemKind(
      "token-expired", 401,
      meaning: "The token of the session has expired, or was deleted or replaced within the last day.",
      remedy: "Get a new token where this one came from, and repeat the request with its Idempotency-Key."),
    ProblemKind(
      "bad-jwt", 401,
      meaning: "The JWT is not accepted: it has expired, is for another audience, or its signature is not valid.",
      remedy: "Get a new token from the issuer. `detail` names the rule that the token does not meet."),
    ProblemKind(
      "issuer-unreachable", 503,
      meaning: "The keys of the JWT's issuer cannot be fetched, and were never fetched before.",
      remedy: "Retry after the time in `Retry-After`. The server's log contains the reason."),
    ProblemKind(
      "not-allowed", 403,
      meaning: "The token does not permit this request.",
      remedy: "Use a token with the role or the scope that `detail` names, or the admin token."),
    ProblemKind(
      "no-such-token", 404,
      meaning: "The session has no token with this id, or there is no such operator.",
      remedy: "`GET …/tokens` lists the tokens."),
    ProblemKind(
      "token-exists", 409,
      meaning: "Another operator has the name.",
      remedy: "Delete that operator, or use another name."),
    ProblemKind(
      "too-many-tokens", 409,
      meaning: "The limit of tokens and handoff codes of a session, or of operators, is reached.",
      remedy: "Delete tokens that are no longer used."),
    ProblemKind(
      "no-such-code", 404,
      meaning: "The handoff code is not valid: mistyped, used or expired.",
      remedy: "Create another code with `POST …/tokens` and `once`."),
    .passing("too-many-codes", 429, meaning: "Too many wrong handoff codes were sent from this address, or in all."),
    ProblemKind(
      "undo-off", 403,
      meaning: "Only the admin can read or change a session's history: the server runs with `--no-client-undo`, or the "
        + "definition says `\"undo\": false`.",
      remedy: "Use the admin token, or change the option or the definition."),
    ProblemKind(
      "bad-ticket", 401,
      meaning: "The ticket is invalid, expired or already used.",
      remedy: "Create a ticket with `POST …/tickets`. It is valid for 30 s and for one stream."),
  ]

  static let body: [ProblemKind] = [
    ProblemKind(
      "bad-json", 400,
      meaning: "The body is not valid JSON, or has a number that cannot be stored exactly.",
      remedy: "`detail` gives the line and column of the error."),
    ProblemKind(
      "no-body", 400,
      meaning: "The request needs a body.",
      remedy: "Send a JSON object."),
    ProblemKind(
      "unsupported-media-type", 415,
      meaning: "The `Content-Type` of the body is not supported here.",
      remedy: "Send the `Content-Type` that `detail` names."),
    ProblemKind(
      "bad-body", 422,
      meaning: "The body is valid JSON, but not an object.",
      remedy: "Send a JSON object."),
    ProblemKind(
      "unknown-member", 422,
      meaning: "The body has an unknown member.",
      remedy: "Remove it, or use one of the members in `detail`."),
  ]

  static let storage: [ProblemKind] = [
    ProblemKind(
      "storage-unavailable", 503,
      meaning: "The database is currently unavailable. The request changed nothing.",
      remedy: "Retry later. The server's log contains the reason."),
    ProblemKind(
      "outcome-unknown", 503,
      meaning: "The connection to PostgreSQL was lost during a commit. It is unknown whether the change is stored.",
      remedy: "Read the session, or send the request again with the same `Idempotency-Key`."),
    .passing("journal-busy", 503, meaning: "The queue of changes to be written is full. The request changed nothing."),
    ProblemKind(
      "disk-full", 507,
      meaning: "The disk is full. The request changed nothing; reads still work.",
      remedy: "Free disk space on the server."),
  ]

  static let session: [ProblemKind] = [
    ProblemKind(
      "no-such-session", 404,
      meaning: "No session has that id, or the token belongs to another session.",
      remedy: "Check the id and the token, or create a session with `POST /v1/sessions`."),
    ProblemKind(
      "session-expired", 404,
      meaning: "The session expired and was deleted, since it had no change for longer than `expires`.",
      remedy: "Create another session, with a longer `expires` if necessary."),
    ProblemKind(
      "session-deleted", 404,
      meaning: "The session was deleted while a long poll waited for its next change.",
      remedy: "Create another session. Later requests get `no-such-session`."),
    ProblemKind(
      "key-taken", 409,
      meaning: "Another session of the app has the key.",
      remedy: "Use another key, or create with `\"ifExists\": \"return\"` to get that session."),
    ProblemKind(
      "too-many-labels", 409, 422,
      meaning: "The session would have more labels than the limit.",
      remedy: "Remove labels with `null`, or send fewer."),
    ProblemKind(
      "session-damaged", 503,
      meaning: "The stored data of the session is corrupted.",
      remedy: "Delete the session, or restore it from a backup. Other sessions are unaffected."),
    ProblemKind(
      "quarantined", 503,
      meaning: "Work on the session, the app or the definition ended the server process twice within ten minutes.",
      remedy: "Retry after the time in `Retry-After`, or have an administrator end it: `DELETE /v1/admin/quarantine/…`."
    ),
    .passing(
      "memory-full", 503,
      meaning: "A memory limit is reached, for the server or for one app; no further session can be loaded."),
    .passing(
      "too-many-creations", 429,
      meaning: "Session creation rate limit exceeded, for the client address, the app key or the server."),
    ProblemKind(
      "too-many-listeners", 429, 503,
      meaning: "The limit on event streams is reached, for the session, the app or the server.",
      remedy: "Retry after the time in `Retry-After`, or poll the session."),
  ]

  static let change: [ProblemKind] = [
    ProblemKind(
      "bad-idempotency-key", 400,
      meaning: "The `Idempotency-Key` is empty, too long, or has characters other than visible ASCII.",
      remedy: "Send 1 to 255 visible ASCII characters."),
    ProblemKind(
      "idempotency-key-in-progress", 409,
      meaning: "The first request with this `Idempotency-Key` is still in progress.",
      remedy: "Wait for its response, or retry later."),
    ProblemKind(
      "idempotency-key-reused", 422,
      meaning: "The `Idempotency-Key` was used before, with a different request.",
      remedy: "Use a new key for each request."),
    ProblemKind(
      "revision-differs", 412,
      meaning: "The revision of the session differs from the one in `If-Match`. The request changed nothing.",
      remedy: "Read the session again, and send the request with its new revision if it still applies."),
    ProblemKind(
      "state-too-large", 409,
      meaning: "The session would exceed its size limit.",
      remedy: "Store less in `data`, `params` and `state`."),
    ProblemKind(
      "graph-too-large", 422,
      meaning: "The graph of the app has more than 100,000 edges and conditions.",
      remedy: "List the `routes` of each container, and use `to` for the transitions between screens."),
    ProblemKind(
      "too-many-groups", 422,
      meaning: "The sessions have more than 1,000 different values in the dimensions of `by`.",
      remedy: "Name fewer dimensions, or labels with fewer values."),
    ProblemKind(
      "outputs-too-large", 409,
      meaning: "The outputs, messages and calls of the change would exceed their size limit together.",
      remedy: "Send less in one change, or references to long values."),
    ProblemKind(
      "session-leased", 423,
      meaning: "Another client holds the lease of the session and is the only one that may change it.",
      remedy: "Retry after the time in `Retry-After`, or take over the lease."),
    .passing("too-many-leases", 503, meaning: "The server's limit on leases is reached."),
    .passing("too-many-actions", 429, meaning: "Action rate limit exceeded for this session."),
    .passing("session-busy", 429, meaning: "The limit on pending changes of this session is reached."),
  ]

  static let time: [ProblemKind] = [
    ProblemKind(
      "no-such-revision", 404,
      meaning: "The session has no such revision, or the revision is not a number.",
      remedy: "Use a number from 1 to the session's current revision."),
    ProblemKind(
      "revision-pruned", 410,
      meaning: "The revision has been removed from the history.",
      remedy: "`detail` names the oldest available revision."),
    ProblemKind(
      "nothing-to-undo", 409,
      meaning: "The session is in its first state.",
      remedy: "`can.undo` of the session shows whether `undo` is possible."),
    ProblemKind(
      "nothing-to-redo", 409,
      meaning: "The session has no undone change, or has changed since the undo.",
      remedy: "`can.redo` of the session shows whether `redo` is possible."),
    ProblemKind(
      "not-amendable", 409,
      meaning: "The change of the revision cannot be made by another action.",
      remedy: "`detail` gives the reason. `GET …/history` shows the revisions that actions made."),
    ProblemKind(
      "changed-meanwhile", 409,
      meaning: "The session has changed each time while the amendment was prepared.",
      remedy: "Retry, or take a lease of the session first."),
    .passing("too-many-reads", 429, meaning: "The limit on pending reads of this session's history is reached."),
  ]

  static let message: [ProblemKind] = [
    ProblemKind(
      "no-such-recipient", 409,
      meaning: "The recipient of the message does not exist or does not accept it.",
      remedy: "Correct `to`."),
    ProblemKind(
      "message-too-large", 409, 422,
      meaning: "The action of the message exceeds the size limit.",
      remedy: "Send a smaller action."),
    .passing("mailbox-full", 409, 429, meaning: "The limit on undelivered messages to the recipient is reached."),
  ]

  static let parameter: [ProblemKind] = [
    ProblemKind(
      "bad-parameter", 400,
      meaning: "A query parameter has an invalid value.",
      remedy: "`detail` names the valid values."),
    ProblemKind(
      "missing-parameter", 400,
      meaning: "A required query parameter is missing.",
      remedy: "`detail` names the parameter."),
    ProblemKind(
      "bad-last-event-id", 400,
      meaning: "`Last-Event-ID` is not a number.",
      remedy: "Send the `id` of a received event."),
  ]
}
