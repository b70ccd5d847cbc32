import JSON
import Navigation

/// An action of a screen or, except for `edit`, of its flow.
public enum RoutingAction: Equatable, Sendable {
  case edit(text: String)
  case openFirst, openSecond, openModal
  case finish
}

extension RoutingAction: ActionConvertible {
  static let types = schemas.map(\.type)
  static let schemas = [
    ActionSchema("edit", ["text": ["type": "string"]]), ActionSchema("openFirst"), ActionSchema("openSecond"),
    ActionSchema("openModal"), ActionSchema("finish"),
  ]

  /// Reads the actions of `schemas`.
  public init?(_ action: Action) throws(Refused) {
    var fields = FieldReader(action)
    switch action.type {
    case "edit":
      self = .edit(text: try fields.require(fields.string("text"), "text"))
      try fields.finish(["text"])
      return
    case "openFirst": self = .openFirst
    case "openSecond": self = .openSecond
    case "openModal": self = .openModal
    case "finish": self = .finish
    default: return nil
    }
    try fields.finish([])
  }

  /// The action as JSON.
  public var action: Action {
    switch self {
    case .edit(let text): Action("edit", ["text": .string(text)])
    case .openFirst: Action("openFirst")
    case .openSecond: Action("openSecond")
    case .openModal: Action("openModal")
    case .finish: Action("finish")
    }
  }
}
