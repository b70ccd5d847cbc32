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
      ControllerRoute(.post, "/v1/sessions/{id}/undo", .session, role: .lead, Documentation.undo, undo),
      ControllerRoute(.post, "/v1/sessions/{id}/redo", .session, role: .lead, Documentation.redo, redo),
      ControllerRoute(.post, "/v1/sessions/{id}/jump", .session, role: .lead, Documentation.jump, jump),
      ControllerRoute(.post, "/v1/sessions/{id}/amend", .session, role: .lead, Documentation.amend, amend),
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
