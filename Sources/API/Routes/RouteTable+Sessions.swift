import HTTP
import JSON

extension API {
  static let sessionRoutes: [HTTP.Route<Endpoint>] = [
    Route(
      .post, "/v1/imports",
      Endpoint(
        .admin,
        Operation(
          "importSession", "A session from its export", "Checked as a whole before anything is written.",
          body: Operation.Body(.string, example: nil, content: .lines), answers: .created,
          problems: ProblemKind.storage
            + ProblemKind.named(
              "unsupported-media-type", "bad-import", "session-exists", "definition-in-progress", "too-many-creations",
              "too-many-imports", "memory-full", "too-many-definitions"))
      ) { api, exchange throws(Problem) in try api.importSession(exchange) }),
    Route(
      .get, "/v1/sessions",
      Endpoint(
        .admin,
        Operation(
          "listSessions", "The sessions, in the order of their ids",
          "A page may be shorter than asked for, or empty, and have a next one.",
          query: [
            .init("app", .string, "Only sessions of that app", example: "counter"),
            .init("route", .string, "Only those whose user is on a screen of that route, or within one"),
            .init(
              "updatedAfter", .moment, "Only those that have changed since", example: "2026-01-02T03:04:05.678Z"),
            .limit, .init("after", .ref("SessionID"), "The `next` of the page before"),
          ],
          answers: .json(200, .ref("Sessions"), "A page"),
          problems: ProblemKind.storage + ProblemKind.named("bad-parameter"))
      ) { api, exchange throws(Problem) in try api.listSessions(exchange) }),
    Route(
      .post, "/v1/sessions",
      Endpoint(
        .creation,
        Operation(
          "createSession", "Makes a session of an app", fields: [.key],
          body: Operation.Body(
            .object(
              ["app": .string],
              optional: [
                "version": .integer(from: 1), "data": .open, "navigation": .open, "url": .string,
              ]), example: ["app": "counter"]), answers: .created,
          problems: ProblemKind.body + ProblemKind.storage + creation + ProblemKind.action
            + ProblemKind.named("missing-member", "bad-member", "unknown-app", "no-such-app"))
      ) { api, exchange throws(Problem) in try api.create(exchange) }),
    Route(
      .get, "/v1/sessions/{id}",
      Endpoint(
        .session,
        Operation(
          "readSession", "A session as it is", fields: [.ifNoneMatch, .wait],
          answers: .json(200, .ref("Session"), "The session", fields: ["ETag"]), .notModified,
          problems: ProblemKind.session)
      ) { api, exchange throws(Problem) in try api.read(.session, exchange) }),
    Route(
      .delete, "/v1/sessions/{id}",
      Endpoint(
        .session,
        Operation(
          "deleteSession", "Deletes a session, with its history", fields: [.ifMatch, .lease],
          answers: .empty(204, "It is gone"),
          problems: ProblemKind.session + ProblemKind.storage
            + ProblemKind.named("revision-differs", "session-leased", "session-busy"))
      ) { api, exchange throws(Problem) in try api.delete(exchange) }),
    Route(
      .get, "/v1/sessions/{id}/stack",
      Endpoint(
        .session,
        Operation(
          "readStack", "The stack that the user is in", fields: [.ifNoneMatch],
          answers: .json(200, .ref("Stack"), "Its screens", fields: ["ETag"]),
          .notModified, problems: ProblemKind.session + ProblemKind.named("no-stack"))
      ) { api, exchange throws(Problem) in try api.read(.stack, exchange) }),
    Route(
      .get, "/v1/sessions/{id}/timers",
      Endpoint(
        .session,
        Operation(
          "readTimers", "What will happen by itself", fields: [.ifNoneMatch],
          answers: .json(200, .ref("Timers"), "The pending timers, in the order in which they fire", fields: ["ETag"]),
          .notModified, problems: ProblemKind.session)
      ) { api, exchange throws(Problem) in try api.read(.timers, exchange) }),
    Route(
      .delete, "/v1/sessions/{id}/timers/{timer}",
      Endpoint(
        .session,
        Operation(
          "cancelTimer", "Cancels a timer", fields: [.ifMatch, .lease], answers: .empty(204, "It will not fire"),
          problems: ProblemKind.session + ProblemKind.storage
            + ProblemKind.named(
              "no-such-timer", "revision-differs", "session-leased", "session-busy", "state-too-large"))
      ) { api, exchange throws(Problem) in try api.cancelTimer(exchange) }),
    Route(
      .post, "/v1/sessions/{id}/timers/{timer}/fire",
      Endpoint(
        .session,
        Operation(
          "fireTimer", "Fires a timer now", "The same change as when it is due, once; the timer is gone then.",
          fields: [.ifMatch, .lease, .minimal],
          answers: .json(200, .ref("Receipt"), "The receipt, once the change is durable", fields: ["ETag"]),
          problems: ProblemKind.session + ProblemKind.storage
            + ProblemKind.named(
              "no-such-timer", "revision-differs", "session-leased", "session-busy", "state-too-large"))
      ) { api, exchange throws(Problem) in try api.fireTimer(exchange) }),
    Route(
      .get, "/v1/sessions/{id}/available",
      Endpoint(
        .session,
        Operation(
          "readAvailable", "What can be done here and what not, and why",
          "Each action is tried and taken back; 256 at most are told.", fields: [.ifNoneMatch],
          answers: .json(200, .ref("Available"), "Actions that can be sent as they are", fields: ["ETag"]),
          .notModified, problems: ProblemKind.session)
      ) { api, exchange throws(Problem) in try api.readAvailable(exchange) }),
    Route(
      .get, "/v1/sessions/{id}/export",
      Endpoint(
        .session, content: .lines,
        Operation(
          "exportSession", "All of a session, for another server",
          answers: .content(.lines, "A line for each revision, and more", fields: ["ETag"]),
          problems: ProblemKind.session + ProblemKind.named("too-many-reads", "undo-off"))
      ) { api, exchange throws(Problem) in try api.export(exchange) }),
  ]

  /// The problems of creating a session, in addition to those of its app.
  static let creation = ProblemKind.named(
    "bad-idempotency-key", "idempotency-key-in-progress", "idempotency-key-reused", "state-too-large",
    "too-many-creations", "memory-full")

  /// The routes for events, listeners, messages and leases.
  static let presenceRoutes: [HTTP.Route<Endpoint>] = [
    Route(
      .get, "/v1/sessions/{id}/events",
      Endpoint(
        .listening, content: .events,
        Operation(
          "listen", "What happens, as it happens",
          "Server-sent events: a `snapshot`, then a `change` for each revision; from `after` on, without a snapshot.",
          query: [
            .init("after", .integer(from: 0), "The last event that the client has", example: 1),
            .init("outputs", .oneOf(["0", "1"]), "1: outputs only"),
            .init("view", .oneOf(["full", "minimal"]), "`minimal` leaves the session out"),
            .init("name", .text(1...64), "Who listens, for others to see"),
            .init("refusals", .oneOf(["0", "1"]), "1: a `refused` for each action that is refused meanwhile, too"),
            .init("ticket", .string, "What `POST …/tickets` gave, in the place of a token"),
          ],
          fields: [
            .init("Last-Event-ID", .pattern("^[0-9]{0,15}$"), "The last event that the client has; before `after`")
          ],
          answers: .content(.events, "The events, without an end"), .empty(204, "The session was deleted"),
          problems: ProblemKind.session + ProblemKind.named("bad-parameter", "bad-last-event-id", "bad-ticket"))
      ) { api, exchange throws(Problem) in try api.listen(exchange) }),
    Route(
      .get, "/v1/sessions/{id}/listeners",
      Endpoint(
        .session,
        Operation(
          "readListeners", "Who listens", answers: .json(200, .ref("Listeners"), "Those who listen now"),
          problems: ProblemKind.session)
      ) { api, exchange throws(Problem) in try api.readListeners(exchange) }),
    Route(
      .post, "/v1/sessions/{id}/messages",
      Endpoint(
        .session,
        Operation(
          "sendMessage", "Sends an action to another session", "It is done there once, in order.",
          fields: Operation.Parameter.change,
          body: Operation.Body(
            .object(["to": .string, "action": .ref("AnyAction")]), example: ["to": "{id}", "action": ["type": "pop"]]),
          answers: .json(
            202, .ref("Receipt"), "The receipt of the sender's change", fields: ["ETag", "Idempotency-Replayed"]),
          problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage + ProblemKind.change
            + ProblemKind.action + ProblemKind.message)
      ) { api, exchange throws(Problem) in try api.postMessage(exchange) }),
    Route(
      .post, "/v1/sessions/{id}/lease",
      Endpoint(
        .session,
        Operation(
          "lease", "Lets one client alone write, for a time",
          "Writes without its `Lease` field are refused while it lasts.", fields: [.lease],
          body: Operation.Body(
            .object(
              ["seconds": .integer(1...3_600)], optional: ["name": .text(1...64), "takeOver": .boolean]),
            example: ["seconds": 60, "name": "editor"]),
          answers: .json(200, .ref("Lease"), "The lease, and when it ends"),
          problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage
            + ProblemKind.named("missing-field", "bad-field", "session-leased", "too-many-leases"))
      ) { api, exchange throws(Problem) in try api.lease(exchange) }),
    Route(
      .delete, "/v1/sessions/{id}/lease",
      Endpoint(
        .session,
        Operation(
          "endLease", "Ends a lease", fields: [.lease], answers: .empty(204, "Everybody may write again"),
          problems: ProblemKind.session + ProblemKind.storage + ProblemKind.named("session-leased"))
      ) { api, exchange throws(Problem) in try api.endLease(exchange) }),
  ]
}
