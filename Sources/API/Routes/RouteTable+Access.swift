import HTTP
import JSON

extension API {
  /// The routes for access: tokens, tickets and keys.
  static let accessRoutes: [HTTP.Route<Endpoint>] = [
    Route(
      .post, "/v1/sessions/{id}/token",
      Endpoint(
        .session,
        Operation(
          "rotateToken", "Gives the session another token",
          "The former one opens nothing any more, and the event streams that were opened with it end.",
          body: empty,
          answers: .json(200, .object(["token": .string]), "The new token, which is shown this once"),
          problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage)
      ) { api, exchange throws(Problem) in try api.rotateToken(exchange) }),
    Route(
      .delete, "/v1/sessions/{id}/token",
      Endpoint(
        .session,
        Operation(
          "revokeToken", "Takes the session's token from it", "Only the admin can open it then, or give it another.",
          answers: .empty(204, "No token opens the session"), problems: ProblemKind.session + ProblemKind.storage)
      ) { api, exchange throws(Problem) in try api.revokeToken(exchange) }),
    Route(
      .post, "/v1/sessions/{id}/tickets",
      Endpoint(
        .session,
        Operation(
          "issueTicket", "Gives a ticket for one event stream",
          "For a browser's `EventSource`, which cannot send a token: `GET …/events?ticket=`, once, within 30 s.",
          body: empty,
          answers: .json(
            201, .object(["ticket": .string, "expiresAt": .timestamp]), "The ticket, which is shown this once"),
          problems: ProblemKind.body + ProblemKind.session + ProblemKind.named("too-many-tickets"))
      ) { api, exchange throws(Problem) in try api.issueTicket(exchange) }),
    Route(
      .get, "/v1/apps/{app}/keys",
      Endpoint(
        .admin,
        Operation(
          "listAppKeys", "The keys of an app, without the keys themselves",
          answers: .json(200, .ref("AppKeys"), "By name"), problems: ProblemKind.named("no-such-app"))
      ) { api, exchange throws(Problem) in try api.listAppKeys(exchange) }),
    Route(
      .post, "/v1/apps/{app}/keys",
      Endpoint(
        .admin,
        Operation(
          "addAppKey", "Makes a key with which sessions of the app, and of no other, can be made",
          body: Operation.Body(.object(["name": .ref("Name")]), example: ["name": "mobile"]),
          answers: .json(
            201, .object(["name": .ref("Name"), "key": .string, "createdAt": .timestamp]),
            "The key, which is shown this once"),
          problems: ProblemKind.body + ProblemKind.storage
            + ProblemKind.named("no-such-app", "missing-member", "bad-member", "key-exists", "too-many-keys"))
      ) { api, exchange throws(Problem) in try api.addAppKey(exchange) }),
    Route(
      .delete, "/v1/apps/{app}/keys/{key}",
      Endpoint(
        .admin,
        Operation(
          "removeAppKey", "Removes a key", "The sessions that were made with it go on.",
          answers: .empty(204, "It opens nothing any more"),
          problems: ProblemKind.storage + ProblemKind.named("no-such-key"))
      ) { api, exchange throws(Problem) in try api.removeAppKey(exchange) }),
  ]

  private static let empty = Operation.Body(.object([:]), example: nil, required: false)
}
