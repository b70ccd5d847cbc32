/// The definition of a container: its kind, the routes that it accepts, and its initial screens.
///
/// ```swift
/// ContainerDefinition(kind: .tabs, routes: ["home", "search", "profile"], initial: "home", backBehavior: .history)
/// ```
public struct ContainerDefinition: Sendable, Equatable {
  /// The kind of container.
  public var kind: Container.Kind
  /// The accepted routes; nil: all. Required for tabs, drawer, pages and panes, which begin with one screen of each.
  public var routes: [String]?
  /// The route of the first screen, or of the screen that is selected first.
  public var initial: String
  /// The order in which `goBack` visits screens of tabs and drawers; `chronological` is for any root.
  public var backBehavior: BackBehavior
  /// The effect of selecting the screen that is already selected.
  public var reselect: Reselect
  /// Whether a drawer is initially open.
  public var isOpen: Bool

  /// Creates a container definition.
  ///
  /// - Parameters:
  ///   - kind: The kind of container.
  ///   - routes: The accepted routes; nil: all. Required for tabs, drawer, pages and panes.
  ///   - initial: The route of the first screen, or of the screen that is selected first.
  ///   - backBehavior: The order in which `goBack` visits screens of tabs and drawers; `chronological` is for any root.
  ///   - reselect: The effect of selecting the screen that is already selected.
  ///   - isOpen: Whether a drawer is initially open.
  public init(
    kind: Container.Kind, routes: [String]? = nil, initial: String, backBehavior: BackBehavior = .firstRoute,
    reselect: Reselect = .none, isOpen: Bool = false
  ) {
    self.kind = kind
    self.routes = routes
    self.initial = initial
    self.backBehavior = backBehavior
    self.reselect = reselect
    self.isOpen = isOpen
  }

  /// The order in which `goBack` visits screens, with the names and meanings of React Navigation; and `chronological`, for
  /// a root of any kind: back to the screen that was current before, whatever containers lie between. Elsewhere, and with
  /// `target` or `source`, it acts as `history`.
  public enum BackBehavior: String, Sendable, CaseIterable {
    case firstRoute, initialRoute, order, history, fullHistory, chronological, none
  }

  /// The effect of selecting the screen that is already selected: nothing, popping its stack, or an output `reselect`.
  public enum Reselect: String, Sendable, CaseIterable {
    case none, popToRoot, output
  }

  /// Returns whether the container accepts screens of a route.
  public func accepts(_ route: String) -> Bool { routes?.contains(route) ?? true }
}
