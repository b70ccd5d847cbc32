import JSON
import Navigation

/// The app `colors`: a root that shows one screen at a time, and a router that opens the screens.
///
/// A transition discards the current screen and opens a new one, also for the same color. Each route declares its
/// destinations; the root's switch refuses all others.
public enum Colors {
  /// The definition of the app.
  public static let app = App(
    "colors", version: 1,
    root: ContainerDefinition(kind: .switch, routes: Color.allCases.map(\.rawValue), initial: Color.red.rawValue),
    routes: Color.allCases.map { color in
      Route(
        color.rawValue, params: [], presentation: .switch, destinations: color.next.map(\.rawValue),
        feature: ColorPresenter.feature)
    },
    router: router,
    metadata: AppMetadata(
      title: "Colors",
      description: "One screen at a time in red, green or blue, with rules for the change between them.", device: .phone
    ))

  /// Answers a presenter's route with the action that switches the root.
  static let router: App.Router = { output, sender in
    guard case .transition(let color)? = output as? ColorRoute else { return [] }
    return [Action("switchTo", ["route": .string(color.rawValue), "source": .string(sender)])]
  }
}
