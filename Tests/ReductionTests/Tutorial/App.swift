import Reduction

struct AppState: Equatable, Sendable {
  var counter = CounterState()
  var todo = TodoListState()
  var selectedTab: Tab = .counter

  enum Tab: Equatable, Sendable {
    case counter
    case todo
  }
}

enum AppAction: Equatable, Sendable {
  case counter(CounterAction)
  case todo(TodoListAction)
  case selectTab(AppState.Tab)
}

let appReducer = Reducer<AppState, AppAction, TodoEnvironment>.combine(
  counterReducer.pullback(
    state: \.counter,
    action: .counter,
    environment: { _ in () }
  ),
  todoListReducer.pullback(
    state: \.todo,
    action: .todo
  ),
  Reducer { state, action, _ in
    switch action {
    case .selectTab(let tab):
      state.selectedTab = tab
      return .none
    case .counter, .todo:
      return .none
    }
  }
)

extension CasePath<AppAction, CounterAction> {
  static let counter = CasePath(
    embed: AppAction.counter,
    extract: { if case .counter(let action) = $0 { action } else { nil } })
}
