import JSON

/// What one counter screen knows: nothing but its count. It knows no other screen.
public struct CounterState: Equatable, Sendable {
  public var count: Int

  public init(count: Int = 0) {
    self.count = count
  }
}

extension CounterState: JSONConvertible {
  // By hand, without a pointer to each member: this runs for every action.
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 1, let count = members["count"]?.integerValue else {
      throw JSONMismatch(expected: "{\"count\": n} with an integer n", found: json)
    }
    self.count = Int(count)
  }

  public var json: JSONValue { ["count": .integer(Int64(count))] }
}
