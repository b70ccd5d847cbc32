import JSON

extension AppController {
  /// The documentation of the routes.
  enum Documentation {
    static let list = Operation(
      "listApps", "List the apps",
      answers: .json(200, .ref("Apps"), "Sorted by name"))

    static let read = Operation(
      "readApp", "Read the definition of an app",
      query: [.version],
      answers: .json(200, .ref("App"), "The definition as it was sent; for a compiled app, its routes"),
      problems: ProblemKind.appReading)

    static let define = Operation(
      "defineApp", "Define a version of an app", "Sending the same definition again changes nothing.",
      body: Operation.Body(.ref("Definition"), example: exampleDefinition),
      answers: .json(200, .ref("Definition"), "It already exists"), .json(201, .ref("Definition"), "It was created"),
      problems: ProblemKind.body + ProblemKind.storage
        + ProblemKind.named(
          "app-is-compiled", "definition-in-progress", "version-taken", "bad-definition", "too-many-definitions",
          "quarantined"))

    static let withdraw = Operation(
      "withdrawApp", "Withdraw an app or one version of it",
      "New sessions cannot use it. Existing sessions remain.",
      query: [.version],
      answers: .empty(204, "It was withdrawn"),
      problems: ProblemKind.appReading + ProblemKind.storage
        + ProblemKind.named("app-is-compiled", "definition-in-progress", "version-in-rollout"))

    static let readRollout = Operation(
      "readRollout", "Read which versions new sessions get",
      answers: .json(200, .ref("Rollout"), "The rollout"),
      problems: ProblemKind.appReading + ProblemKind.named("no-such-rollout"))

    static let setRollout = Operation(
      "setRollout", "Give new sessions a version, and a share of them another one",
      "A hash of the app, `next` and the session's key decides: the same key always falls the same way, and a greater "
        + "`percent` only adds sessions. Sessions without a key, or all with `by` \"session\", fall by their id.",
      body: Operation.Body(
        .request(
          ["current": .integer(from: 1)],
          optional: [
            "next": .integer(from: 1), "percent": .percent, "by": .oneOf(["key", "session"]),
          ]),
        example: ["current": 3, "next": 4, "percent": 5]),
      answers: .json(200, .ref("Rollout"), "The rollout"),
      problems: ProblemKind.body + ProblemKind.storage
        + ProblemKind.named("no-such-app", "missing-member", "bad-member", "definition-in-progress"))

    static let removeRollout = Operation(
      "removeRollout", "Give new sessions the newest version again",
      answers: .empty(204, "It was removed"),
      problems: ProblemKind.storage + ProblemKind.named("no-such-rollout", "definition-in-progress"))

    private static let exampleDefinition: JSONValue = [
      "app": "shop", "version": 1, "root": ["kind": "stack", "routes": ["home", "item"]],
      "routes": ["home": ["path": "/home"], "item": ["params": ["id": "string"], "path": "/items/:id"]],
    ]
  }
}
