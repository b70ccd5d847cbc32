import JSON
import Navigation

/// The app `colors`: a root that shows one screen at a time, and one router, which alone builds screens.
///
/// To go elsewhere discards the screen that is shown and builds a fresh one, also when it is of the same color. Each
/// screen declares where it leads to; the root's switch refuses any other way.
public enum Colors {
  public static let app = App(
    "colors", version: 1,
    root: ContainerDefinition(kind: .switch, routes: Color.allCases.map(\.rawValue), initial: Color.red.rawValue),
    routes: Color.allCases.map { color in
      Route(
        color.rawValue, params: [], presentation: .switch, destinations: color.next.map(\.rawValue),
        feature: ColorPresenter.feature)
    },
    router: router)

  /// Makes of what a presenter passed on the action that switches the root.
  static let router: App.Router = { output, sender in
    guard case .transition(let color)? = output as? ColorRoute else { return [] }
    return [Action("switchTo", ["route": .string(color.rawValue), "source": .string(sender)])]
  }
}
