import CEL

extension App {
  /// Reduces one action like ``reduce(_:_:from:)``, if that takes no more than so many evaluation steps.
  ///
  /// - Parameter steps: Less the steps taken.
  /// - Returns: false when more steps are needed. The caller then rolls back the draft.
  package func reduce(
    _ action: Action, _ draft: inout Draft, from origin: Origin, within steps: inout Int
  ) throws(ActionError) -> Bool {
    let limit = min(steps, EvaluationBudget.stepsOfAction)
    var reducer = ActionReducer(app: self)
    reducer.run.budget = EvaluationBudget(steps: limit)
    defer { steps -= limit - reducer.run.budget.steps }
    do throws(ActionError) {
      try reducer.reduce(action, from: origin, &draft)
    } catch {
      // An expression may hide that it ended for want of steps.
      guard limit < EvaluationBudget.stepsOfAction, reducer.run.budget.steps == 0 else { throw error }
    }
    return limit == EvaluationBudget.stepsOfAction || reducer.run.budget.steps > 0
  }
}
