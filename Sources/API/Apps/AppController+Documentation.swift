import JSON

extension AppController {
  /// The documentation of the routes.
  enum Documentation {
    static let list = Operation(
      "listApps", "The apps that sessions can be made of",
      answers: .json(200, .ref("Apps"), "By name"))

    static let read = Operation(
      "readApp", "The definition of an app, as it was given",
      query: [.version],
      answers: .json(200, .ref("App"), "The definition, or what can be said of an app that was compiled"),
      problems: ProblemKind.appReading)

    static let define = Operation(
      "defineApp", "Defines a version of an app", "The same definition again changes nothing.",
      body: Operation.Body(.ref("Definition"), example: exampleDefinition),
      answers: .json(200, .ref("Definition"), "It was there"), .json(201, .ref("Definition"), "It is new"),
      problems: ProblemKind.body + ProblemKind.storage
        + ProblemKind.named(
          "app-is-compiled", "definition-in-progress", "version-taken", "bad-definition", "too-many-definitions"))

    static let withdraw = Operation(
      "withdrawApp", "Withdraws an app, or one version of it",
      "No session is made of it any more; those that are there go on.",
      query: [.version],
      answers: .empty(204, "It is withdrawn"),
      problems: ProblemKind.appReading + ProblemKind.storage
        + ProblemKind.named("app-is-compiled", "definition-in-progress"))

    private static let exampleDefinition: JSONValue = [
      "app": "shop", "version": 1, "root": ["kind": "stack", "routes": ["home", "item"]],
      "routes": ["home": ["path": "/home"], "item": ["params": ["id": "string"], "path": "/items/:id"]],
    ]
  }
}
