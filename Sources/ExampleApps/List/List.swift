import JSON
import Navigation

/// The app `list`: a list of counts. A selected count is shown at once and loaded a second later; going back stores it
/// in its row.
///
/// The list and the screen of a count do not know each other. Both send routes, which the router answers. The list is
/// notified of the last count when the screen is removed, by whichever action.
public enum List {
  /// The definition of the app.
  public static let app = App(
    "list", version: 1,
    root: ContainerDefinition(kind: .stack, routes: [list, RowCountScreen.route], initial: list),
    routes: [
      Route(list, params: [], feature: ListScreen.feature),
      Route(
        RowCountScreen.route, params: [Param("row", .string), Param("count", .integer, optional: true)],
        feature: RowCountScreen.feature),
    ],
    router: router,
    metadata: AppMetadata(
      title: "List", description: "Rows that open a screen with their count, which loads for a second.", device: .phone)
  )

  private static let list = "list"

  /// Answers a screen's route with navigation actions.
  static let router: App.Router = { output, sender in
    switch output as? ListRoute {
    case .open(let row, let count):
      [
        back(to: sender),
        Action("push", ["route": .string(RowCountScreen.route), "params": ["row": .string(row)]]),
        // For the screen that was just pushed.
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
