extension ContainerDefinition {
  /// The routes of the initial screens.
  var startingRoutes: [String] {
    switch kind {
    case .stack, .switch: [initial]
    case .tabs, .drawer, .pages, .panes: routes ?? [initial]
    }
  }

  /// The index of the initially selected screen.
  func initialIndex(in screens: [Screen]) -> Int { screens.firstIndex { $0.route == initial } ?? 0 }

  /// Returns the screens that `goBack` visits from a selection, the selected screen last.
  ///
  /// - Parameters:
  ///   - screens: The container's screens, with the params of the visit that ends when one of them is visited again.
  ///   - former: The previous history, for the behaviours that depend on it.
  func history(_ screens: [Screen], focus: Container.Focus, former: [Visit]) -> [Visit] {
    guard kind.hasHistory else { return [] }
    let focused = screens[focus.selected]
    switch backBehavior {
    case .none: return [Visit(focused.id)]
    case .firstRoute: return Self.distinct(screens[0].id, focused.id)
    case .initialRoute: return Self.distinct(screens[initialIndex(in: screens)].id, focused.id)
    case .order: return screens[...focus.selected].map { Visit($0.id) }
    case .history, .chronological: return former.filter { $0.screen != focused.id } + [Visit(focused.id)]
    case .fullHistory: return former.visiting(focused)
    }
  }

  /// Whether the history is stored. The other behaviours compute it from the selection.
  var keepsHistory: Bool { kind.hasHistory && [.history, .fullHistory, .chronological].contains(backBehavior) }

  /// The visits with which a container at a depth begins: only a root goes back chronologically.
  func initialVisits(atDepth depth: Int) -> [Screen.ID]? {
    depth == 1 && backBehavior == .chronological ? [] : nil
  }

  /// Whether visits have params of their own.
  var keepsParams: Bool { kind.hasHistory && backBehavior == .fullHistory }

  private static func distinct(_ first: Screen.ID, _ focused: Screen.ID) -> [Visit] {
    first == focused ? [Visit(focused)] : [Visit(first), Visit(focused)]
  }
}
