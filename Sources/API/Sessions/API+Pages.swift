import HTTP
import JSON
import Sessions

/// An item of a session's journal that is returned in pages.
protocol PageItem: Sendable {
  /// The position of the item; the next page begins after the last one.
  var number: Int { get }
  /// The approximate number of bytes that `write` appends.
  var size: Int { get }
  func write(to json: inout JSONWriter)
}

extension API {
  /// Responds with a page, oldest first. A page of large items may hold fewer than requested.
  /// It is read from the journal, off the event loops.
  ///
  /// - Parameter read: Reads up to `limit` items after a number.
  func sendPage<Item: PageItem>(
    of id: SessionID, _ exchange: Exchange,
    read:
      @escaping @Sendable (_ after: Int, _ limit: Int, _ found: @escaping @Sendable (ItemPage<Item>) -> Void) -> Void
  ) throws(Problem) {
    let limit = try exchange.integer("limit", in: 1...1_000, or: 100)
    let after = try exchange.integer("after", in: 0...Int.max, or: 0)
    // Reading the session first detects an unknown id and ensures that its pending changes are in the journal.
    registry.read(.revision, of: id) { outcome in
      guard case .session = outcome else { return exchange.send(failed: outcome) }
      read(after, limit) { exchange.send(json: Self.content(of: $0)) }
    }
  }

  private static func content<Item: PageItem>(of page: ItemPage<Item>) -> [UInt8] {
    var json = JSONWriter(capacity: 64 + page.items.reduce(0) { $0 + $1.size })
    json.append("{\"items\":[")
    for (index, item) in page.items.enumerated() {
      if index > 0 { json.append(",") }
      item.write(to: &json)
    }
    json.append("],\"next\":")
    json.append(value: page.hasNext ? page.items.last.map { .integer(Int64($0.number)) } ?? .null : .null)
    json.append("}")
    return json.bytes
  }
}
