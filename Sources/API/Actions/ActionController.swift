import JSON
import Navigation
import Sessions

/// Performs actions on sessions: one action, a batch of actions, and each action on its own path.
struct ActionController: Controller {
  let performer: ActionPerformer
  let creator: SessionCreator
  /// The maximum number of actions in one batch.
  let maximumBatch: Int
  let paths: KnownPaths

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.post, "/v1/sessions/{id}/actions", .session, .act) {
        exchange throws(Problem) in try act(exchange, type: nil)
      }
    ] + NavigationAction.schemas.map(route(of:)) + [
      ControllerRoute(
        .post, "/v1/sessions/{id}/\(KnownPaths.ownAction)", .session, .actByName, actByName)
    ]
  }

  private func route(of schema: ActionSchema) -> ControllerRoute {
    ControllerRoute(.post, "/v1/sessions/{id}/\(schema.type)", .session, .act(schema)) {
      exchange throws(Problem) in try act(exchange, type: schema.type)
    }
  }

  /// `POST S/{action}` for an app's own actions. The name of any other action is an unknown path.
  private func actByName(_ exchange: Exchange) async throws(Problem) {
    let request = exchange.request
    guard let type = exchange.parameters["action", request] else { throw paths.problem(of: request) }
    let app =
      exchange.refusalToAct != nil ? try newApp(exchange) : try await currentApp(of: try exchange.session(), exchange)
    guard app.hasOwnAction(type) else { throw paths.problem(of: request, actions: app.ownActionTypes) }
    try act(exchange, type: type)
  }

  private func currentApp(of id: SessionID, _ exchange: Exchange) async throws(Problem) -> App {
    try await exchange.found(await performer.registry.currentApp(of: id))
  }

  /// `POST S/actions`, and `POST S/{type}` for an action of that type.
  ///
  /// - Parameter type: The action type in the path; nil for `POST S/actions`.
  private func act(_ exchange: Exchange, type: String?) throws(Problem) {
    guard !exchange.endpoint.creates else { return try actOrCreate(exchange, type) }
    let id = try exchange.session()
    let sent = try Self.action(try body(exchange, type), type)
    try performer.perform(try request(exchange, sent, type), on: id, exchange)
  }

  /// - Parameters:
  ///   - sent: The body as an action or a batch.
  ///   - creation: What the receipt says of the session's creation; nil: nothing.
  func request(
    _ exchange: Exchange, _ sent: JSONValue, _ type: String?, creation: RequestedCreation? = nil
  ) throws(Problem) -> ActionRequest {
    let isDryRun = try Self.isDryRun(exchange)
    // A dry run changes nothing, so it is not stored under an idempotency key.
    let key = isDryRun ? nil : try exchange.idempotencyKey(in: creation == nil ? .change : .creation)
    let body = try ActionBody(sent, maximumBatch: maximumBatch)
    return ActionRequest(
      actions: body.actions, isBatch: type == nil && body.isBatch,
      sent: type == nil && creation == nil ? exchange.request.body : sent.bytes,
      precondition: try exchange.precondition(), key: key, lease: exchange.lease,
      wantsSession: exchange.wantsSession, origin: exchange.changeOrigin, isDryRun: isDryRun,
      isFromBackend: exchange.isFromBackend, creation: creation)
  }

  func body(_ exchange: Exchange, _ type: String?) throws(Problem) -> JSONValue {
    try exchange.json(absent: type == nil ? nil : [:])
  }

  /// The body as an action of the type in the path, if the path has one.
  static func action(_ json: JSONValue, _ type: String?) throws(Problem) -> JSONValue {
    guard let type else { return json }
    guard case .object(let members) = json else {
      throw Problem(422, "bad-body", "The body must be a JSON object, the fields of `\(type)`; it is \(json.kind).")
    }
    if let given = members["type"], given != .string(type) {
      throw .fault(
        "type-differs", "The path has the type `\(type)`, the body \(given.text); omit `type` from the body.",
        at: "type")
    }
    var action: JSONObject = ["type": .string(type)]
    action.merge(members)
    return .object(action)
  }

  /// Whether the request is a dry run: it returns the response without making the change.
  static func isDryRun(_ exchange: Exchange) throws(Problem) -> Bool {
    guard exchange.request.query != nil else { return false }
    return try exchange.flag("dryRun")
  }
}

extension Operation {
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

  private static let problems = ProblemKind.change + ProblemKind.reduction + ["bad-parameter"]
}
