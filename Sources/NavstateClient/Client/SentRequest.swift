/// A request that a client has accepted. Its effect is seen at once; the server's answer follows.
@MainActor
public final class SentRequest {
  private var result: Result<Receipt, NavstateProblem>?
  private var waiting: [CheckedContinuation<Result<Receipt, NavstateProblem>, Never>] = []

  init() {}

  /// The receipt, once the server has carried out the request.
  ///
  /// - Throws: The problem, if the server has refused it and its effect is rolled back.
  @discardableResult
  public func receipt() async throws(NavstateProblem) -> Receipt {
    try await answer().get()
  }

  func answer() async -> Result<Receipt, NavstateProblem> {
    if let result { return result }
    return await withCheckedContinuation { waiting.append($0) }
  }

  func end(_ result: Result<Receipt, NavstateProblem>) {
    self.result = result
    for continuation in waiting { continuation.resume(returning: result) }
    waiting = []
  }
}
