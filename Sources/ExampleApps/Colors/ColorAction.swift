import JSON
import Navigation

/// An action that the view of a colored screen sends to its presenter.
public enum ColorAction: Equatable, Sendable {
  /// The user requests that color.
  case transition(to: Color)
}

extension ColorAction: ActionConvertible {
  static let type = "transition"
  static let schema = ActionSchema(type, ["to": ["enum": .array(Color.allCases.map { .string($0.rawValue) })]])

  /// Reads `transition`; throws 422 `unknown-color` for an unknown color.
  public init?(_ action: Action) throws(ActionError) {
    guard action.type == Self.type else { return nil }
    var fields = FieldReader(action)
    let name = try fields.require(fields.string("to"), "to")
    try fields.finish(["to"])
    guard let color = Color(rawValue: name) else {
      let known = Color.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw .invalid("unknown-color", "There is no color \"\(name)\"; there are \(known).", at: "to")
    }
    self = .transition(to: color)
  }

  /// The action as JSON.
  public var action: Action {
    switch self {
    case .transition(let color): Action(Self.type, ["to": .string(color.rawValue)])
    }
  }
}
