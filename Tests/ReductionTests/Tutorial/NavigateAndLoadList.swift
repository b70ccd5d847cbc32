import Reduction

struct NavigateAndLoadListState: Equatable, Sendable {
  var rows: IdentifiedArray<Row> = [
    Row(count: 1, id: "a"),
    Row(count: 42, id: "b"),
    Row(count: 100, id: "c"),
  ]
  var selection: Identified<Row.ID, CounterState?>?

  struct Row: Equatable, Sendable, Identifiable {
    var count: Int
    let id: String
  }
}

enum NavigateAndLoadListAction: Equatable, Sendable {
  case counter(CounterAction)
  case setNavigation(selection: String?)
  case setNavigationSelectionDelayCompleted
}

let navigateAndLoadListReducer = Reducer<NavigateAndLoadListState, NavigateAndLoadListAction, Void>.combine(
  counterReducer
    .optional()
    .pullback(state: \Identified.value, action: .self, environment: { $0 })
    .optional()
    .pullback(
      state: \NavigateAndLoadListState.selection,
      action: .counter,
      environment: { _ in () }
    ),
  Reducer { state, action, _ in
    switch action {
    case .counter:
      return .none
    case .setNavigation(selection: .some(let id)):
      state.selection = Identified(nil, id: id)
      return .after(id: "load", .seconds(1), .setNavigationSelectionDelayCompleted)
    case .setNavigation(selection: .none):
      if let selection = state.selection, let count = selection.value?.count {
        state.rows[id: selection.id]?.count = count
      }
      state.selection = nil
      return .cancel(id: "load")
    case .setNavigationSelectionDelayCompleted:
      guard let id = state.selection?.id else { return .none }
      state.selection?.value = CounterState(count: state.rows[id: id]?.count ?? 0)
      return .none
    }
  }
)
