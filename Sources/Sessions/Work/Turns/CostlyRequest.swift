import Navigation

/// A request whose actions take more than a moment: evaluated in turns on a copy of the session, then carried out.
///
/// Other requests that may change the session wait behind it. If the session changes all the same, the evaluation begins
/// anew.
struct CostlyRequest: Sendable {
  let execution: RequestExecution

  /// The first turn of the request.
  var firstTurn: TurnQueue.Turn { TurnQueue.Turn { begin() } }

  private func begin() -> TurnQueue.Turn? {
    let (registry, request) = (execution.registry, execution.request)
    guard let store = registry.sessions[execution.id], let trial = store.tryOut(request, registry.environment) else {
      execution.start()
      return nil
    }
    return proceed(trial, in: store)
  }

  private func proceed(_ trial: consuming Trial, in store: SessionStore) -> TurnQueue.Turn? {
    guard trial.run() else { return TurnQueue.Turn { [trial] in proceed(trial, in: store) } }
    let (registry, request) = (execution.registry, execution.request)
    guard
      let result = store.carryOut(request, evaluatedAs: trial, registry.environment, answer: execution.answer),
      registry.finish(result, store, execution.answer)
    else { return firstTurn }
    return nil
  }
}
