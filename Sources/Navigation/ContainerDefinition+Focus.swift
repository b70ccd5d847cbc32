extension ContainerDefinition {
  /// The routes of the screens that the container begins with.
  var startingRoutes: [String] {
    switch kind {
    case .stack, .switch: [initial]
    case .tabs, .drawer, .pages: routes ?? [initial]
    }
  }

  /// Where the screen stands that is selected at the start.
  func initialIndex(in screens: [Screen]) -> Int { screens.firstIndex { $0.route == initial } ?? 0 }

  /// What `goBack` walks from that focus on, the focused screen last.
  ///
  /// - Parameter former: The history until now; matters to the behaviours that remember.
  func history(_ screens: [Screen], focus: Container.Focus, former: [Screen.ID]) -> [Screen.ID] {
    guard kind.hasHistory else { return [] }
    let focused = screens[focus.selected].id
    switch backBehavior {
    case .none: return [focused]
    case .firstRoute: return Self.distinct(screens[0].id, focused)
    case .initialRoute: return Self.distinct(screens[initialIndex(in: screens)].id, focused)
    case .order: return screens[...focus.selected].map(\.id)
    case .history: return former.filter { $0 != focused } + [focused]
    case .fullHistory: return former.last == focused ? former : former.suffix(Self.longestHistory - 1) + [focused]
    }
  }

  /// Whether a history that is given means something: the others follow from what is selected.
  var keepsHistory: Bool { kind.hasHistory && (backBehavior == .history || backBehavior == .fullHistory) }

  /// Visits that are remembered: enough for a person, and an end for a session that lives for years.
  private static let longestHistory = 1_000

  private static func distinct(_ first: Screen.ID, _ focused: Screen.ID) -> [Screen.ID] {
    first == focused ? [focused] : [first, focused]
  }
}
