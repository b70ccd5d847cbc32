import JSON
import Navigation

extension TransientSession {
  /// Performs the action for the answer to a call as one change, which also ends the call.
  ///
  /// - Parameter url: The URL of the call, of which the oldest is answered; nil: any.
  /// - Returns: The change. If the action was refused, it only ends the call and has the refusal.
  /// - Throws: `ActionError` if no such call waits.
  @discardableResult
  package mutating func answer(_ given: CallAnswer, url: String? = nil) throws(ActionError) -> Change {
    guard let call = calls.first(where: { $0.request.url == url ?? $0.request.url }), !isExpired else {
      throw noCall(url)
    }
    begin()
    var action = JSONValue.object(CallReply.unfilled)
    let refused = reduce(given, of: call, &action)
    app.fixIdleTime(&draft, lastChange: updatedAt)
    let cause = PastRecord.Cause(origin: ChangeOrigin(actor: "call"), action: action)
    return commit(by: cause, answering: call, refused: refused)
  }

  /// - Parameter action: The action for the answer.
  private mutating func reduce(
    _ given: CallAnswer, of call: CallRow, _ action: inout JSONValue
  ) -> ActionError? {
    var fallback: CallAnswer?
    do throws(ActionError) {
      let stored = try CallReply(of: call.waiting)
      fallback = stored.fallback(from: given)
      let reply = try stored.renamed(along: versions(of: stored))
      let request = try ActionRequest(answering: call, reply, with: given, app, draft)
      action = request.logged
      try request.reduce(&draft, by: app, limits, from: .server)
      return nil
    } catch {
      draft.rollBack()
      return fallback.map { reduce($0, of: call, &action) } ?? error
    }
  }

  private func noCall(_ url: String?) -> ActionError {
    let waiting = Set(calls.map(\.request.url)).sorted().joined(separator: ", ")
    return .absent(
      Self.noCallCode,
      "No call \(url.map { "of \($0) " } ?? "")waits for an answer"
        + (waiting.isEmpty ? "." : "; there are calls of \(waiting)."))
  }

  /// The code of an answer that no call waits for. A server has no such requests, and never sends it.
  private static let noCallCode = "no-such-call"
}
