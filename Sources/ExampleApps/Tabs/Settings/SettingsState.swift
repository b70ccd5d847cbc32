import JSON

/// The settings of the user.
public struct SettingsState: Equatable, Sendable {
  /// The step of the counter, at least 1.
  public var step: Int
  /// Whether clients show completed todos.
  public var showCompleted: Bool
  /// The theme in which clients display the app.
  public var theme: Theme

  /// Creates settings, by default the initial ones.
  public init(step: Int = 1, showCompleted: Bool = true, theme: Theme = .system) {
    self.step = step
    self.showCompleted = showCompleted
    self.theme = theme
  }

  /// The themes.
  public enum Theme: String, Equatable, Sendable, CaseIterable {
    case system, light, dark
  }
}

extension SettingsState: JSONConvertible {
  /// Reads `{"step": n, "showCompleted": bool, "theme": "…"}`.
  public init(json: JSONValue) throws {
    let members = try JSONObject(json: json)
    step = try members.value("step")
    showCompleted = try members.value("showCompleted")
    guard members.count == 3, step >= 1, let theme = members["theme"]?.stringValue.flatMap(Theme.init) else {
      throw JSONMismatch(
        expected: "{\"step\": n, \"showCompleted\": …, \"theme\": …} with a step of at least 1 and a known theme",
        found: json)
    }
    self.theme = theme
  }

  /// `{"step": n, "showCompleted": bool, "theme": "…"}`.
  public var json: JSONValue {
    ["step": step.json, "showCompleted": showCompleted.json, "theme": .string(theme.rawValue)]
  }
}
