/// An ordered list of screens of which one is selected, and what is presented over them.
public struct Container: Sendable, Equatable {
  public typealias ID = String

  public let id: ID
  public let kind: Kind
  /// Never empty once the container stands in a tree.
  public var screens: [Screen]
  /// What lies over it, bottom first.
  public var presented: [Presented]
  /// Which screen is selected, and how it came to be; a stack needs none of it.
  public var focus: Focus

  public init(id: ID, kind: Kind, screens: [Screen], presented: [Presented] = [], focus: Focus = Focus()) {
    self.id = id
    self.kind = kind
    self.screens = screens
    self.presented = presented
    self.focus = focus
  }

  public enum Kind: String, Sendable, CaseIterable {
    case stack, tabs, drawer, pages, `switch`

    /// Whether it remembers the order in which its screens were visited.
    var hasHistory: Bool { self == .tabs || self == .drawer }
  }

  /// What changes when another screen of a list is selected.
  public struct Focus: Sendable, Equatable {
    /// Index of the selected screen.
    public var selected: Int
    /// Tabs and drawer: what `goBack` walks, the selected screen last.
    public var history: [Visit]
    /// Drawer: whether it is open.
    public var isOpen: Bool

    public init(selected: Int = 0, history: [Visit] = [], isOpen: Bool = false) {
      self.selected = selected
      self.history = history
      self.isOpen = isOpen
    }
  }

  /// Index of the selected screen: in a stack always the last.
  public var selected: Int { kind == .stack ? screens.count - 1 : focus.selected }

  public var selectedScreen: Screen { screens[selected] }

  /// The screen that the focus path goes through: what is presented on top, else what is selected.
  public var focused: Screen { presented.last?.screen ?? selectedScreen }

  /// Index of the screen that was selected before, as the history has it; nil when there was none.
  var previousIndex: Int? {
    guard focus.history.count > 1 else { return nil }
    let previous = focus.history[focus.history.count - 2].screen
    return screens.firstIndex { $0.id == previous }
  }

  /// What `focused` holds; without a copy of that screen.
  var focusedContent: Container? {
    presented.isEmpty ? screens[selected].content : presented[presented.count - 1].screen.content
  }

  /// Finds a screen of this container's own list or of what is presented over it; the topmost first, since that is
  /// where most of what is asked for stands.
  func position(of id: Screen.ID) -> ScreenPosition? {
    if let index = presented.lastIndex(where: { $0.screen.id == id }) { return .presented(index) }
    return screens.lastIndex { $0.id == id }.map(ScreenPosition.listed)
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

  /// Where its screens stand, in the order in which the focus path prefers them.
  var positions: [ScreenPosition] {
    presented.indices.reversed().map(ScreenPosition.presented) + screens.indices.reversed().map(ScreenPosition.listed)
  }
}

/// Where in its container a screen stands.
enum ScreenPosition: Sendable, Equatable {
  case listed(Int)
  case presented(Int)
}
