import JSON
import Navigation

extension NavstateClient {
  /// Makes the change of an earlier revision by other actions, and then the later changes again, as one change. It is
  /// seen when the server has answered; the receipt names the changes that the state refuses now.
  ///
  /// - Parameters:
  ///   - revision: The revision that the change made.
  ///   - actions: The action, or the actions of a batch.
  @discardableResult
  public func amend(_ revision: Int, with actions: Action...) -> SentRequest {
    enqueue("amend", Self.amendment(of: revision, actions))
  }

  /// Asks the server what ``amend(_:with:)`` would do, without the change.
  ///
  /// - Parameters:
  ///   - revision: The revision that the change made.
  ///   - actions: The action, or the actions of a batch.
  /// - Returns: The receipt that the request would have.
  public func tryAmending(_ revision: Int, with actions: Action...) async throws(NavstateProblem) -> Receipt {
    let request = try endpoint.request(
      "POST", "\(path)/amend?dryRun=1", Self.amendment(of: revision, actions), fields: ["Prefer": "return=minimal"])
    switch SendOutcome(try await endpoint.send(request)) {
    case .done(let receipt, _, _): return receipt
    case .refused(let problem), .failed(let problem, _): throw problem
    }
  }

  private static func amendment(of revision: Int, _ actions: [Action]) -> JSONObject {
    let list = actions.map { JSONValue.object($0.fields) }
    return ["revision": revision.json, "action": list.count == 1 ? list[0] : ["actions": .array(list)]]
  }
}
