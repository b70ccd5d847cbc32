import JSON
import Navigation

/// The app `list`: a list of counts; selecting one goes there at once, loads it a second later, and coming back writes
/// it into its row.
///
/// The list and the screen of a count know nothing of each other. Each sends out where the user wants to go; the router
/// answers. What became of a count the list hears when the screen has gone, however it went.
public enum List {
  public static let app = App(
    "list", version: 1,
    root: ContainerDefinition(kind: .stack, routes: [list, RowCountScreen.route], initial: list),
    routes: [
      Route(list, params: [], feature: ListScreen.feature),
      Route(
        RowCountScreen.route, params: [Param("row", .string), Param("count", .integer, optional: true)],
        feature: RowCountScreen.feature),
    ],
    router: router)

  private static let list = "list"

  /// Makes of a route that a screen sent out the actions that go there.
  static let router: App.Router = { output, sender in
    switch output as? ListRoute {
    case .open(let row, let count):
      [
        back(to: sender),
        Action("push", ["route": .string(RowCountScreen.route), "params": ["row": .string(row)]]),
        // To the screen that was just pushed.
        RowCountAction.load(count: count).action,
      ]
    case .back: [back(to: sender)]
    case .leave(nil): [leave(sender)]
    case .leave(let selection): [leave(sender), .setNavigation(selection)]
    case nil: []
    }
  }

  private static func back(to list: Screen.ID) -> Action { Action("popTo", ["id": .string(list)]) }

  private static func leave(_ counter: Screen.ID) -> Action { Action("goBack", ["source": .string(counter)]) }
}
