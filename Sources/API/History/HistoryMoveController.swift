import JSON
import Sessions

/// Moves sessions through their history: undo, redo and jump; and amends it.
struct HistoryMoveController: Controller {
  let performer: ActionPerformer
  let authorizer: Authorizer
  /// The maximum number of actions in one batch.
  let maximumBatch: Int

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.post, "/v1/sessions/{id}/undo", .session, role: .lead, .undo, undo),
      ControllerRoute(.post, "/v1/sessions/{id}/redo", .session, role: .lead, .redo, redo),
      ControllerRoute(.post, "/v1/sessions/{id}/jump", .session, role: .lead, .jump, jump),
      ControllerRoute(.post, "/v1/sessions/{id}/amend", .session, role: .lead, .amend, amend),
    ]
  }

  /// `POST S/undo`: `{"steps"?}`, 1 when absent.
  private func undo(_ exchange: Exchange) throws(Problem) {
    let body = try exchange.object(["steps"], absent: [:])
    try move(.undo(steps: try exchange.count("steps", of: body) ?? 1), logged("undo", body), exchange)
  }

  /// `POST S/redo`: `{"steps"?}`, 1 when absent.
  private func redo(_ exchange: Exchange) throws(Problem) {
    let body = try exchange.object(["steps"], absent: [:])
    try move(.redo(steps: try exchange.count("steps", of: body) ?? 1), logged("redo", body), exchange)
  }

  /// `POST S/jump`: `{"revision"}`.
  private func jump(_ exchange: Exchange) throws(Problem) {
    let body = try exchange.object(["revision"])
    guard let revision = try exchange.count("revision", of: body) else {
      throw .fault("missing-field", "`revision` is required: the revision to restore.", at: "revision")
    }
    try move(.jump(revision: revision), logged("jump", body), exchange)
  }

  /// `POST S/amend`: `{"revision", "action"}`.
  private func amend(_ exchange: Exchange) throws(Problem) {
    let body = try exchange.object(["revision", "action"])
    guard let revision = try exchange.count("revision", of: body) else {
      throw .fault("missing-field", "`revision` is required: that of the change to make otherwise.", at: "revision")
    }
    guard let action = body["action"] else {
      throw .fault("missing-field", "`action` is required: the action or batch to perform instead.", at: "action")
    }
    let new = try ActionBody(action, at: JSONPointer().appending(name: "action"), maximumBatch: maximumBatch)
    let amendment = Amendment(revision: revision, actions: new.actions, isBatch: new.isBatch, action: action)
    let isDryRun = try ActionController.isDryRun(exchange)
    try move(.amend(amendment), amendment.stored(), exchange, isDryRun: isDryRun)
  }

  /// The action in the history.
  private func logged(_ name: String, _ body: JSONObject) -> [UInt8] {
    var action: JSONObject = ["type": .string(name)]
    // The body cannot replace the type: `object` has admitted only the members of the move.
    action.merge(body)
    return JSONValue.object(action).bytes
  }

  private func move(
    _ historyMove: HistoryMove, _ logged: [UInt8], _ exchange: Exchange, isDryRun: Bool = false
  ) throws(Problem) {
    try authorizer.checkMayReadHistory(exchange)
    let request = ActionRequest(
      actions: [], historyMove: historyMove, isBatch: false, sent: logged, precondition: try exchange.precondition(),
      key: isDryRun ? nil : try exchange.idempotencyKey(in: .change), lease: exchange.lease,
      wantsSession: exchange.wantsSession, origin: exchange.changeOrigin, isDryRun: isDryRun,
      isFromBackend: exchange.isFromBackend)
    try performer.perform(request, on: try exchange.session(), exchange)
  }
}

extension Operation {
  static let undo = Operation(
    "undo", "Undo changes", "Makes a new revision with the state of a former one.",
    fields: Operation.Parameter.change,
    body: steps,
    answers: .receipt,
    problems: moves + ["nothing-to-undo"])

  static let redo = Operation(
    "redo", "Redo changes that were undone",
    fields: Operation.Parameter.change,
    body: steps,
    answers: .receipt,
    problems: moves + ["nothing-to-redo"])

  static let jump = Operation(
    "jump", "Restore a past revision", "Makes a new revision with the state of that one.",
    fields: Operation.Parameter.change,
    body: Operation.Body(.request(["revision": .integer(from: 1)]), example: ["revision": 1]),
    answers: .receipt,
    problems: moves + ["missing-field"])

  static let amend = Operation(
    "amend", "Make an earlier change by another action",
    "Makes a new revision with the state that the session would have. Later changes are carried out again; the "
      + "receipt names those that the state refuses.",
    query: [.dryRun], fields: Operation.Parameter.change,
    body: Operation.Body(
      .request(["revision": .integer(from: 2), "action": .anyOf([.ref("Action"), .ref("Batch")])]),
      example: ["revision": 2, "action": ["type": "push", "route": "home"]]),
    answers: .receipt,
    problems: moves + ProblemKind.reduction + ["missing-field", "not-amendable", "changed-meanwhile", "bad-parameter"])

  private static let steps = Operation.Body(
    .request([:], optional: ["steps": .integer(from: 1)]), example: ["steps": 1], required: false)

  private static let moves =
    ProblemKind.change + ["bad-field", "no-such-revision", "revision-pruned", "too-many-reads", "undo-off"]
}
