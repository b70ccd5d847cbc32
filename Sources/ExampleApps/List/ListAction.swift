import JSON
import Navigation

/// An action of the list.
public enum ListAction: Equatable, Sendable {
  /// Selects the row whose count is shown; nil shows the list.
  case setNavigation(selection: ListRow.ID?)
  /// A screen above the list was removed. Sent by the server.
  case closed(ScreenClosed)
}

extension ListAction: ActionConvertible {
  /// Reads `setNavigation` and `closed`.
  public init?(_ action: Action) throws(ActionError) {
    switch action.type {
    case Action.setNavigation: self = .setNavigation(selection: try action.selection())
    case ScreenClosed.type: self = .closed(try ScreenClosed(action))
    default: return nil
    }
  }

  /// The action as JSON.
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

  /// The row that `setNavigation` selects. The field is required, and null for none.
  func selection() throws(ActionError) -> ListRow.ID? {
    var fields = FieldReader(self)
    let selection = try fields.require(fields.value("selection"), "selection")
    try fields.finish(["selection"])
    switch selection {
    case .null: return nil
    case .string(let id): return id
    default:
      throw .invalid(
        "bad-field", "`selection` must be the id of a row, or null; it is \(selection.kind).", at: "selection")
    }
  }
}

extension ActionSchema {
  static let setNavigation = ActionSchema(
    Action.setNavigation,
    ["selection": ["type": ["string", "null"], "description": "The id of a row, or null for the list"]])
}
