import JSON
import Navigation

/// What can happen on the list.
public enum ListAction: Equatable, Sendable {
  /// The user wants to see that row's count, or, with nil, the list.
  case setNavigation(selection: ListRow.ID?)
  /// A screen that lay over the list has gone. Comes from the server.
  case closed(ScreenClosed)
}

extension ListAction: ActionConvertible {
  public init?(_ action: Action) throws(Refused) {
    switch action.type {
    case Action.setNavigation: self = .setNavigation(selection: try action.selection())
    case ScreenClosed.type: self = .closed(try ScreenClosed(action))
    default: return nil
    }
  }

  public var action: Action {
    switch self {
    case .setNavigation(let selection): .setNavigation(selection)
    case .closed(let closed): closed.action
    }
  }
}

extension Action {
  static let setNavigation = "setNavigation"

  static func setNavigation(_ selection: ListRow.ID?) -> Action {
    Action(setNavigation, ["selection": selection.json])
  }

  /// The row that `setNavigation` selects. Has to be there, if only as `null`.
  func selection() throws(Refused) -> ListRow.ID? {
    var fields = FieldReader(self)
    let selection = try fields.require(fields.value("selection"), "selection")
    try fields.finish(["selection"])
    switch selection {
    case .null: return nil
    case .string(let id): return id
    default:
      throw .invalid(
        "bad-field", "`selection` is the id of a row, or null; this is \(selection.kind).", at: "selection")
    }
  }
}

extension ActionSchema {
  static let setNavigation = ActionSchema(
    Action.setNavigation,
    ["selection": ["type": ["string", "null"], "description": "The id of a row, or null for the list"]])
}
