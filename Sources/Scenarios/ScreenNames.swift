import JSON

/// The ids of screens that a scenario calls `$1`, `$2` and so on: each is bound to a new id, and equal from then on.
struct ScreenNames {
  private var bound: [String: String] = [:]
  /// The ids that the session has had.
  private var seen: Set<String> = []

  /// Whether an id is the expected one: the same, or of a name such as `$1` the bound one.
  mutating func fits(_ id: String, _ expected: String) -> Bool {
    guard expected.hasPrefix("$") else { return id == expected }
    if let known = bound[expected] { return id == known }
    guard !seen.contains(id) else { return false }
    bound[expected] = id
    return true
  }

  /// Collects the ids of a state.
  mutating func collectIDs(of navigation: JSONValue) {
    for screen in navigation.allScreens { if let id = screen["id"]?.stringValue { seen.insert(id) } }
  }
}
