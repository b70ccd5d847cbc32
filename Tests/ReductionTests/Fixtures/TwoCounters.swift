import Reduction

/// Two counters side by side: a whole state for tests of pullbacks and scopes.
struct TwoCounters: Equatable, Sendable {
  var left = CounterState()
  var right = CounterState()
  var total = 0
}

enum TwoCountersAction: Equatable, Sendable {
  case left(CounterAction)
  case right(CounterAction)
  case reset
}

extension CasePath<TwoCountersAction, CounterAction> {
  static let left = CasePath(
    embed: TwoCountersAction.left, extract: { if case .left(let action) = $0 { action } else { nil } })
  static let right = CasePath(
    embed: TwoCountersAction.right, extract: { if case .right(let action) = $0 { action } else { nil } })
}

typealias CounterReducerEnvironment = SendRouteEnvironment<CounterEnvironment, CounterRoute>

/// Runs the children before the parent, so that the parent reads their new counts.
let twoCounters = Reducer<TwoCounters, TwoCountersAction, CounterEnvironment>.combine(
  counter.pullback(state: \.left, action: .left, environment: { SendRouteEnvironment($0) }),
  counter.pullback(state: \.right, action: .right, environment: { SendRouteEnvironment($0) }),
  Reducer { state, action, _ in
    if action == .reset { state = TwoCounters() }
    state.total = state.left.count + state.right.count
    return .none
  })

/// A screen that either loads or shows a counter.
enum Screen: Equatable, Sendable {
  case loading
  case counter(CounterState)
}

extension CasePath<Screen, CounterState> {
  static let counter = CasePath(
    embed: Screen.counter, extract: { if case .counter(let state) = $0 { state } else { nil } })
}
