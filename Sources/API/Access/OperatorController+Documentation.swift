import JSON
import Sessions

extension OperatorController {
  /// The documentation of the routes.
  enum Documentation {
    static let list = Operation(
      "listOperators", "List the operators", "Without secrets. Expired ones are listed until they are deleted.",
      answers: .json(200, .ref("Operators"), "Sorted by name"))

    static let create = Operation(
      "createOperator", "Create an operator, whose token permits a part of what the admin's does",
      "`metrics` reads the metrics; `read` everything but tokens and keys; `support` also creates sessions and changes "
        + "them as a backend does; `apps` changes apps, keys and webhooks; `admin` everything but operators. With `apps` "
        + "all of it is limited to these apps.",
      body: Operation.Body(
        .request(
          ["name": .text(1...64), "scopes": .list(.oneOf(OperatorScopes.allNames.map(JSONValue.string)), 1...16)],
          optional: ["apps": .list(.ref("Name"), 1...100), "expiresIn": .integer(1...Int(TokenController.longest))]),
        example: ["name": "prometheus", "scopes": ["metrics"]]),
      answers: .json(201, .ref("CreatedOperator"), "The token. It is not shown again"),
      problems: ProblemKind.body + ProblemKind.storage
        + ProblemKind.named("missing-member", "bad-member", "token-exists", "too-many-tokens"))

    static let remove = Operation(
      "removeOperator", "Delete an operator", "Event streams opened with its token end.",
      answers: .empty(204, "The token is no longer valid"),
      problems: ProblemKind.storage + ProblemKind.named("no-such-token"))
  }
}

extension Schema {
  /// The members of an operator.
  static let `operator`: KeyValuePairs<String, Schema> = [
    "id": .string, "name": .string, "scopes": .array(of: .string),
    "apps": .anyOf([.array(of: .string), Schema(["type": "null"])]), "createdAt": .timestamp,
    "expiresAt": .orNull("string"),
  ]
}
