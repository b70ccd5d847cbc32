import JSON

/// What the user chose.
public struct SettingsState: Equatable, Sendable {
  /// By how much the counter counts; at least 1.
  public var step: Int
  /// Whether clients show the todos that are done.
  public var showCompleted: Bool
  public var theme: Theme

  public init(step: Int = 1, showCompleted: Bool = true, theme: Theme = .system) {
    self.step = step
    self.showCompleted = showCompleted
    self.theme = theme
  }

  public enum Theme: String, Equatable, Sendable, CaseIterable {
    case system, light, dark
  }
}

extension SettingsState: JSONConvertible {
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

  public var json: JSONValue {
    ["step": step.json, "showCompleted": showCompleted.json, "theme": .string(theme.rawValue)]
  }
}
