import JSON
import Navigation

/// What the screens send to the router: they know of each other only what they themselves need.
public enum ListRoute: Equatable, Sendable {
  /// The list: show this row's count, which has yet to be loaded.
  case open(row: ListRow.ID, count: Int)
  /// The list: nothing may lie over it.
  case back
  /// A counter: the list is to show another row, or, with nil, itself.
  case leave(selection: ListRow.ID?)
}

extension ListRoute: NamedOutput {
  public var name: String {
    switch self {
    case .open: "open"
    case .back: "back"
    case .leave: "leave"
    }
  }

  public var value: JSONValue {
    switch self {
    case .open(let row, let count): ["row": .string(row), "count": count.json]
    case .back: [:]
    case .leave(let selection): ["selection": selection.json]
    }
  }
}
