import JSON
import Sessions

/// Moves sessions through their history: undo, redo and jump.
struct HistoryMoveController: Controller {
  let performer: ActionPerformer
  let authorizer: Authorizer

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.post, "/v1/sessions/{id}/undo", .session, role: .lead, Documentation.undo, undo),
      ControllerRoute(.post, "/v1/sessions/{id}/redo", .session, role: .lead, Documentation.redo, redo),
      ControllerRoute(.post, "/v1/sessions/{id}/jump", .session, role: .lead, Documentation.jump, jump),
    ]
  }

  /// `POST S/undo`: `{"steps"?}`, 1 when absent.
  private func undo(_ exchange: Exchange) throws(Problem) {
    let body = try exchange.object(["steps"], absent: [:])
    try move(.undo(steps: try exchange.count("steps", of: body) ?? 1), named: "undo", body, exchange)
  }

  /// `POST S/redo`: `{"steps"?}`, 1 when absent.
  private func redo(_ exchange: Exchange) throws(Problem) {
    let body = try exchange.object(["steps"], absent: [:])
    try move(.redo(steps: try exchange.count("steps", of: body) ?? 1), named: "redo", body, exchange)
  }

  /// `POST S/jump`: `{"revision"}`.
  private func jump(_ exchange: Exchange) throws(Problem) {
    let body = try exchange.object(["revision"])
    guard let revision = try exchange.count("revision", of: body) else {
      throw .fault("missing-field", "`revision` is required: the revision to restore.", at: "revision")
    }
    try move(.jump(revision: revision), named: "jump", body, exchange)
  }

  private func move(
    _ historyMove: HistoryMove, named name: String, _ body: JSONObject, _ exchange: Exchange
  ) throws(Problem) {
    try authorizer.checkMayReadHistory(exchange)
    var action: JSONObject = ["type": .string(name)]
    // The body cannot replace the type: `object` has admitted only the members of the move.
    action.merge(body)
    let request = ActionRequest(
      actions: [], historyMove: historyMove, isBatch: false, sent: JSONValue.object(action).bytes,
      precondition: try exchange.precondition(), key: try exchange.idempotencyKey(in: .change), lease: exchange.lease,
      wantsSession: exchange.wantsSession, origin: exchange.changeOrigin, isFromBackend: exchange.isFromBackend)
    try performer.perform(request, on: try exchange.session(), exchange)
  }
}
