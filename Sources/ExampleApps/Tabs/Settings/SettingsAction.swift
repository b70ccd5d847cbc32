import JSON
import Navigation

/// An action of the settings.
public enum SettingsAction: Equatable, Sendable {
  /// Changes the settings that are not nil.
  case set(step: Int? = nil, showCompleted: Bool? = nil, theme: SettingsState.Theme? = nil)
}

extension SettingsAction: ActionConvertible {
  /// Reads `set`; throws 422 for a step below 1 or an unknown theme.
  public init?(_ action: Action) throws(ActionError) {
    guard action.type == "set" else { return nil }
    var fields = FieldReader(action)
    let step = try fields.integer("step")
    let showCompleted = try fields.boolean("showCompleted")
    let name = try fields.string("theme")
    try fields.finish(["step", "showCompleted", "theme"])
    if let step, step < 1 {
      throw .invalid("bad-field", "`step` must be at least 1; it is \(step).", at: "step")
    }
    let theme = name.flatMap(SettingsState.Theme.init)
    if let name, theme == nil {
      let themes = SettingsState.Theme.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw .invalid("bad-field", "`theme` must be one of \(themes); it is \(JSONValue.string(name)).", at: "theme")
    }
    self = .set(step: step, showCompleted: showCompleted, theme: theme)
  }

  /// The action as JSON.
  public var action: Action {
    switch self {
    case .set(let step, let showCompleted, let theme):
      var fields: JSONObject = [:]
      fields["step"] = step?.json
      fields["showCompleted"] = showCompleted?.json
      fields["theme"] = (theme?.rawValue).map(JSONValue.string)
      return Action("set", fields)
    }
  }

  static let schemas = [
    ActionSchema(
      "set",
      optional: [
        "step": ["type": "integer", "minimum": 1], "showCompleted": ["type": "boolean"],
        "theme": ["enum": .array(SettingsState.Theme.allCases.map { .string($0.rawValue) })],
      ])
  ]
}
