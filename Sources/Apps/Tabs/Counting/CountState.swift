import JSON

/// What the counter's tab knows.
public struct CountState: Equatable, Sendable {
  public var count: Int

  public init(count: Int = 0) {
    self.count = count
  }
}

/// What the counter's reducer sees: the tab's state, and the step.
public struct CountingState: Equatable, Sendable {
  public var counter: CountState
  public let step: Int

  public init(counter: CountState = CountState(), step: Int = 1) {
    self.counter = counter
    self.step = step
  }
}

extension CountState: JSONConvertible {
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 1 else {
      throw JSONMismatch(expected: "{\"count\": n}", found: json)
    }
    count = try members.value("count")
  }

  public var json: JSONValue { ["count": count.json] }
}
