import JSON
import Navigation

/// A route that the list or the screen of a count sends to the router.
public enum ListRoute: Equatable, Sendable {
  /// From the list: show this row's count, which is not loaded yet.
  case open(row: ListRow.ID, count: Int)
  /// From the list: remove all screens above it.
  case back
  /// From the screen of a count: select another row, or, with nil, show the list.
  case leave(selection: ListRow.ID?)
}

extension ListRoute: NamedOutput {
  /// The name of the output.
  public var name: String {
    switch self {
    case .open: "open"
    case .back: "back"
    case .leave: "leave"
    }
  }

  /// The value of the output.
  public var value: JSONValue {
    switch self {
    case .open(let row, let count): ["row": .string(row), "count": count.json]
    case .back: [:]
    case .leave(let selection): ["selection": selection.json]
    }
  }
}
