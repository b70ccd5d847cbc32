import JSON

/// The state of the counter's tab.
public struct CountState: Equatable, Sendable {
  /// The current count.
  public var count: Int

  /// Creates a state.
  public init(count: Int = 0) {
    self.count = count
  }
}

/// The state of the counter's reducer: that of the tab, and the step.
public struct CountingState: Equatable, Sendable {
  /// The state of the tab, which the reducer changes.
  public var counter: CountState
  /// The number by which the counter counts, taken from the settings.
  public let step: Int

  /// Creates a state.
  public init(counter: CountState = CountState(), step: Int = 1) {
    self.counter = counter
    self.step = step
  }
}

extension CountState: JSONConvertible {
  /// Reads `{"count": n}`.
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 1 else {
      throw JSONMismatch(expected: "{\"count\": n}", found: json)
    }
    count = try members.value("count")
  }

  /// `{"count": n}`.
  public var json: JSONValue { ["count": count.json] }
}
