import HTTP
import JSON
import Sessions

/// What the journal holds of a session in order, and gives a page at a time.
protocol PageItem: Sendable {
  /// Tells where the next page begins.
  var number: Int { get }
  /// About how many bytes `write` takes.
  var size: Int { get }
  func write(to json: inout JSONWriter)
}

extension API {
  /// Answers with a page, oldest first. It is read from the journal, off the event loops.
  ///
  /// - Parameter read: Reads so many items after a number.
  func sendPage<Item: PageItem>(
    of id: SessionID, _ exchange: Exchange,
    read:
      @escaping @Sendable (
        _ after: Int, _ limit: Int, _ found: @escaping @Sendable (Result<[Item], JournalFailure>) -> Void
      ) -> Void
  ) throws(Problem) {
    let limit = try exchange.integer("limit", in: 1...1_000, or: 100)
    let after = try exchange.integer("after", in: 0...Int.max, or: 0)
    // The session's own read comes first: it tells an unknown id, and what is pending is in the journal after it.
    registry.read(.revision, of: id) { outcome in
      guard case .session = outcome else { return exchange.send(failed: outcome) }
      // One more than is shown tells whether there is a next page.
      read(after, limit + 1) { result in
        switch result {
        case .success(let items): exchange.send(json: Self.page(items.prefix(limit), hasNext: items.count > limit))
        case .failure(let failure): exchange.send(Problem(failure))
        }
      }
    }
  }

  private static func page<Item: PageItem>(_ items: ArraySlice<Item>, hasNext: Bool) -> [UInt8] {
    var json = JSONWriter(capacity: 64 + items.reduce(0) { $0 + $1.size })
    json.append("{\"items\":[")
    for (index, item) in zip(items.indices, items) {
      if index > 0 { json.append(",") }
      item.write(to: &json)
    }
    json.append("],\"next\":")
    json.append(value: hasNext ? items.last.map { .integer(Int64($0.number)) } ?? .null : .null)
    json.append("}")
    return json.bytes
  }
}
