/// A list of screens of which one is selected, with the screens presented over them.
///
/// The kind determines which actions apply and which screen is focused: in a stack the last, in other containers the
/// selected one. A presented screen has precedence over both.
public struct Container: Sendable, Equatable {
  /// The type of ids: `root`, or a generated id such as `a7`.
  public typealias ID = String

  /// The id, unique in the session.
  public let id: ID
  /// The kind of container, as defined by the app.
  public let kind: Kind
  /// The screens in order. Never empty in a tree.
  public var screens: [Screen]
  /// The screens presented over the container, bottom first.
  public var presented: [Presented]
  /// The selected screen and the history of selections. Not used by a stack.
  public var focus: Focus

  /// Creates a container.
  public init(id: ID, kind: Kind, screens: [Screen], presented: [Presented] = [], focus: Focus = Focus()) {
    self.id = id
    self.kind = kind
    self.screens = screens
    self.presented = presented
    self.focus = focus
  }

  /// The kinds of containers.
  public enum Kind: String, Sendable, CaseIterable {
    case stack, tabs, drawer, pages, panes, `switch`

    /// Whether it remembers the order in which its screens were visited.
    var hasHistory: Bool { self == .tabs || self == .drawer }

    /// Whether it holds exactly one screen of each of its routes.
    var holdsEachRouteOnce: Bool { hasHistory || self == .panes }
  }

  /// The selection of a container.
  public struct Focus: Sendable, Equatable {
    /// The index of the selected screen.
    public var selected: Int
    /// Tabs and drawer: the screens that `goBack` visits, the selected screen last.
    public var history: [Visit]
    /// Drawer: whether it is open.
    public var isOpen: Bool
    /// A root that goes back chronologically, also a stack: the screens that were current, the last one last, without the
    /// current one. Nil in other containers.
    public var visits: [Screen.ID]?

    /// Creates a selection.
    public init(selected: Int = 0, history: [Visit] = [], isOpen: Bool = false, visits: [Screen.ID]? = nil) {
      self.selected = selected
      self.history = history
      self.isOpen = isOpen
      self.visits = visits
    }
  }

  /// The index of the selected screen; in a stack always the last.
  public var selected: Int { kind == .stack ? screens.count - 1 : focus.selected }

  /// The selected screen.
  public var selectedScreen: Screen { screens[selected] }

  /// The screen on the focus path: the topmost presented screen, or else the selected one.
  public var focused: Screen { presented.last?.screen ?? selectedScreen }

  /// The index of the previously selected screen in the history; nil when there is none.
  var previousIndex: Int? {
    guard focus.history.count > 1 else { return nil }
    let previous = focus.history[focus.history.count - 2].screen
    return screens.firstIndex { $0.id == previous }
  }

  /// The content of `focused`, without a copy of that screen.
  var focusedContent: Container? {
    presented.isEmpty ? screens[selected].content : presented[presented.count - 1].screen.content
  }

  /// Finds a screen in the list or among the presented ones. Searches from the top, where most requested screens are.
  func position(of id: Screen.ID) -> ScreenPosition? {
    // `==` first, which is faster for ids that differ.
    func hasID(_ screen: Screen) -> Bool { screen.id == id && screen.id.isIdentical(to: id) }
    if let index = presented.lastIndex(where: { hasID($0.screen) }) { return .presented(index) }
    return screens.lastIndex(where: hasID).map(ScreenPosition.listed)
  }

  subscript(position: ScreenPosition) -> Screen {
    get {
      switch position {
      case .listed(let index): screens[index]
      case .presented(let index): presented[index].screen
      }
    }
    _modify {
      switch position {
      case .listed(let index): yield &screens[index]
      case .presented(let index): yield &presented[index].screen
      }
    }
  }

  /// The positions of all screens, in the order of their precedence on the focus path.
  var positions: [ScreenPosition] {
    presented.indices.reversed().map(ScreenPosition.presented) + screens.indices.reversed().map(ScreenPosition.listed)
  }
}

/// The position of a screen in its container.
enum ScreenPosition: Sendable, Equatable {
  case listed(Int)
  case presented(Int)
}
