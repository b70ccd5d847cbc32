import JSON

/// The state of a loaded count. While it loads, the state of the screen is `null`.
public struct RowCountState: Equatable, Sendable {
  /// The current count.
  public var count: Int

  /// Creates a state.
  public init(count: Int) {
    self.count = count
  }
}

extension RowCountState: JSONConvertible {
  /// Reads `{"count": n}`.
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 1, let count = members["count"] else {
      throw JSONMismatch(expected: "{\"count\": n}, or null", found: json)
    }
    self.count = try Int(json: count)
  }

  /// `{"count": n}`.
  public var json: JSONValue { ["count": count.json] }
}
