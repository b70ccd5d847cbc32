import Reduction

/// The counter: counts by a step that somebody else sets.
public enum Counting {
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
        "The count is \(count) and the step \(step), which leads beyond 64 bits; take a smaller step or the other way.")
    }
    state.counter.count = sum
    return .none
  }
}
