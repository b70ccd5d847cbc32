import JSON

extension AppKeyController {
  /// The documentation of the routes.
  enum Documentation {
    static let list = Operation(
      "listAppKeys", "The keys of an app, without the keys themselves",
      answers: .json(200, .ref("AppKeys"), "By name"),
      problems: ProblemKind.named("no-such-app"))

    static let add = Operation(
      "addAppKey", "Makes a key with which sessions of the app, and of no other, can be made",
      body: Operation.Body(.object(["name": .ref("Name")]), example: ["name": "mobile"]),
      answers: .json(
        201, .object(["name": .ref("Name"), "key": .string, "createdAt": .timestamp]),
        "The key, which is shown this once"),
      problems: ProblemKind.body + ProblemKind.storage
        + ProblemKind.named("no-such-app", "missing-member", "bad-member", "key-exists", "too-many-keys"))

    static let remove = Operation(
      "removeAppKey", "Removes a key", "The sessions that were made with it go on.",
      answers: .empty(204, "It opens nothing any more"),
      problems: ProblemKind.storage + ProblemKind.named("no-such-key"))
  }
}
