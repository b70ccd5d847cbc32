import JSON
import Navigation
import Reduction

/// The screen of the list: rows of which one can be opened, and which store the last count of its screen.
public enum ListScreen {
  /// The environment: the function that sends routes.
  public typealias Environment = SendRouteEnvironment<Void, ListRoute>

  /// The reducer of the list.
  public static let reducer = Reducer<ListState, ListAction, Environment> {
    state, action, environment throws(Refusal) in
    switch action {
    case .setNavigation(nil) where state.selection == nil:
      return .none
    case .setNavigation(let id?) where state.selection == nil:
      guard let row = state.rows[id: id] else { throw noSuchRow(id, state) }
      state.selection = id
      return environment.sendRoute(.open(row: id, count: row.count))
    case .setNavigation:
      // First goes back, which stores the count of the open row; the next selection may be the same row.
      state.selection = nil
      return .merge(environment.sendRoute(.back), .send(action))
    case .closed(let closed):
      guard closed.screen.route == RowCountScreen.route else { return .none }
      state.selection = nil
      if let id = closed.screen.params["row"]?.stringValue, let count = closed.screen.state["count"]?.integerValue {
        state.rows[id: id]?.count = Int(count)
      }
      return .none
    }
  }

  /// The feature of the list's route. It handles `closed`.
  public static let feature = Feature(
    actions: [Action.setNavigation], schemas: [.setNavigation], handlesClosed: true, initialState: { _ in ListState() },
    reducer: reducer,
    environment: Environment())

  private static func noSuchRow(_ id: String, _ state: ListState) -> Refusal {
    let rows = state.rows.ids.map { "\"\($0)\"" }.joined(separator: ", ")
    return .state("no-such-row", "There is no row \"\(id)\"; there are \(rows).")
  }
}
