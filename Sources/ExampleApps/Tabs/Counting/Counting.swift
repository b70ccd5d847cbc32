import Reduction

/// The counter, which counts by a step from the settings.
public enum Counting {
  /// The reducer of the counter; throws 409 `count-overflow` at the bounds of 64 bits.
  public static let reducer = Reducer<CountingState, CountAction, Void>.refusingFirst {
    state, action, _ throws(Refusal) in
    let (count, step) = (state.counter.count, state.step)
    let (sum, overflow) =
      switch action {
      case .increment: count.addingReportingOverflow(step)
      case .decrement: count.subtractingReportingOverflow(step)
      }
    guard !overflow else {
      throw .state(
        "count-overflow",
        "The count is \(count) and the step \(step), which exceeds 64 bits; use a smaller step or the other direction.")
    }
    state.counter.count = sum
    return .none
  }
}
