import Navigation

/// A request whose actions take more than a moment: evaluated in turns on a copy of the session, then carried out.
///
/// Other requests that may change the session wait behind it. If the session changes all the same, the evaluation begins
/// anew.
struct CostlyRequest: Sendable {
  let registry: SessionRegistry
  let request: ActionRequest
  let id: SessionID
  /// Called in a turn, in which the request is sent if it is `again`.
  let done: @Sendable (SessionRegistry.UseResult) -> Void

  /// The first turn of the request.
  var firstTurn: TurnQueue.Turn { TurnQueue.Turn { begin() } }

  private func begin() -> TurnQueue.Turn? {
    guard let store = registry.sessions[id], let trial = store.tryOut(request, registry.environment) else {
      done(.again)
      return nil
    }
    return proceed(trial, in: store)
  }

  private func proceed(_ trial: consuming Trial, in store: SessionStore) -> TurnQueue.Turn? {
    guard trial.run() else { return TurnQueue.Turn { [trial] in proceed(trial, in: store) } }
    let answer: Answer = { [done] in done(.outcome($0)) }
    guard let result = store.carryOut(request, evaluatedAs: trial, registry.environment, answer: answer),
      registry.finish(result, store, answer) == nil
    else { return firstTurn }
    return nil
  }
}
