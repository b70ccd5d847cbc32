import JSON

extension AppKeyController {
  /// The documentation of the routes.
  enum Documentation {
    static let list = Operation(
      "listAppKeys", "List the keys of an app",
      answers: .json(200, .ref("KeyList"), "Sorted by name"),
      problems: ProblemKind.named("no-such-app"))

    static let add = Operation(
      "addAppKey", "Create a key that allows creating sessions of this app only",
      body: Operation.Body(.request(["name": .ref("Name")]), example: ["name": "mobile"]),
      answers: .json(
        201, .object(["name": .ref("Name"), "key": .string, "createdAt": .timestamp]),
        "The key. It is not shown again"),
      problems: ProblemKind.body + ProblemKind.storage
        + ProblemKind.named("no-such-app", "missing-member", "bad-member", "key-exists", "too-many-keys"))

    static let remove = Operation(
      "removeAppKey", "Delete a key", "Sessions created with it remain.",
      answers: .empty(204, "The key is no longer valid"),
      problems: ProblemKind.storage + ProblemKind.named("no-such-key"))
  }
}
