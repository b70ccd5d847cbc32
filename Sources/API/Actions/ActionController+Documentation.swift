import JSON
import Navigation

extension ActionController {
  /// The documentation of the routes.
  enum Documentation {
    static let act = Operation(
      "act", "Send an action or a batch of actions",
      "Returns the new revision. A batch is atomic: it makes one revision or none.",
      query: [.dryRun], fields: Operation.Parameter.change,
      body: Operation.Body(
        .anyOf([.ref("Action"), .ref("Batch")]),
        example: ["actions": [["type": "push", "route": "home"], ["type": "pop"], ["type": "pop"]]]),
      answers: .receipt, problems: problems, takesCreation: true)

    static let actByName = Operation(
      "actByName", "Send an action of the app itself",
      "The path ends with the type of the action; the body is the action without it. Names of other paths take "
        + "precedence; actions of these names are sent to `…/actions`.",
      query: [.dryRun], fields: Operation.Parameter.change,
      body: Operation.Body(.open, example: nil, required: false), answers: .receipt, problems: problems,
      takesCreation: true)

    /// The documentation of a built-in action on its own path.
    static func act(_ schema: ActionSchema) -> Operation {
      Operation(
        "do.\(schema.type)", "Send the action `\(schema.type)`", "The body is the action without its `type`.",
        query: [.dryRun], fields: Operation.Parameter.change, body: body(of: schema), answers: .receipt,
        problems: problems, takesCreation: true)
    }

    /// The body of an action. It is optional if the schema requires no members.
    private static func body(of schema: ActionSchema) -> Operation.Body {
      let needsNothing = schema.required.isEmpty && schema.choice.isEmpty
      return Operation.Body(
        Schema(schema.documented(isTyped: false)), example: examples[schema.type] ?? nil, required: !needsNothing)
    }

    /// Example bodies; each changes the tests' shop session.
    private static let examples: [String: JSONValue] = [
      "push": ["route": "home"], "popTo": ["route": "home"], "replace": ["route": "home"],
      "navigate": ["route": "home"], "insert": ["route": "home", "index": 1], "remove": ["id": "a1"],
      "reset": ["navigation": ["screens": [["route": "home"]]]], "setParams": ["params": ["id": "8"]],
      "replaceParams": ["params": ["id": "8"]], "pushParams": ["params": ["id": "9"]], "route": ["route": "home"],
      "select": ["route": "stage"],
      "openDrawer": ["target": "closed"], "closeDrawer": ["target": "open"], "toggleDrawer": ["target": "open"],
      "switchTo": ["route": "home", "target": "stage"], "present": ["route": "home"],
      "screen": ["action": ["type": "increment"]],
    ]

    private static let problems: [ProblemKind] =
      changing + ProblemKind.reduction + ProblemKind.named("bad-parameter")
    private static let changing: [ProblemKind] =
      ProblemKind.body + ProblemKind.session + ProblemKind.storage + ProblemKind.change
  }
}
