import JSON

/// What the screen of a row knows once it is loaded; until then its state is `null`.
public struct RowCountState: Equatable, Sendable {
  public var count: Int

  public init(count: Int) {
    self.count = count
  }
}

extension RowCountState: JSONConvertible {
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 1, let count = members["count"] else {
      throw JSONMismatch(expected: "{\"count\": n}, or null", found: json)
    }
    self.count = try Int(json: count)
  }

  public var json: JSONValue { ["count": count.json] }
}
