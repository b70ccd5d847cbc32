import JSON

/// The state of a counter screen.
public struct CounterState: Equatable, Sendable {
  /// The current count.
  public var count: Int

  /// Creates a state.
  public init(count: Int = 0) {
    self.count = count
  }
}

extension CounterState: JSONConvertible {
  /// Reads `{"count": n}`. Written without `JSONMismatch` pointers, because it runs for every action.
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 1, let count = members["count"]?.integerValue else {
      throw JSONMismatch(expected: "{\"count\": n} with an integer n", found: json)
    }
    self.count = Int(count)
  }

  /// `{"count": n}`.
  public var json: JSONValue { ["count": .integer(Int64(count))] }
}
