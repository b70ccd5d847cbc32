import HTTP
import JSON
import Sessions

extension API {
  /// `GET S/history`: what was done, oldest first. Read from the journal, off the event loops.
  func readHistory(_ exchange: Exchange) throws(Problem) {
    let limit = try exchange.integer("limit", in: 1...1_000, or: 100)
    // One more than is shown tells whether there is a next page.
    let query = HistoryQuery(
      session: try exchange.session(), after: try exchange.integer("after", in: 0...Int.max, or: 0),
      limit: limit + 1, type: try exchange.text("type"))
    // The session's own read comes first: it tells an unknown id, and what is pending is in the journal after it.
    registry.read(.stack, of: query.session) { [journal] outcome in
      guard case .session = outcome else { return exchange.send(failed: outcome) }
      journal.history(query) { result in
        switch result {
        case .success(let items): exchange.send(json: Self.page(items.prefix(limit), hasNext: items.count > limit))
        case .failure(let failure): exchange.send(Problem(failure))
        }
      }
    }
  }

  private static func page(_ items: ArraySlice<HistoryItem>, hasNext: Bool) -> [UInt8] {
    var json = JSONWriter(capacity: 64 + items.reduce(0) { $0 + $1.action.count + 128 })
    json.append("{\"items\":[")
    for (index, item) in zip(items.indices, items) {
      json.append(index == 0 ? "{\"revision\":" : ",{\"revision\":")
      json.append(integer: item.revision)
      json.append(",\"at\":")
      json.append(timestamp: item.at)
      json.append(",\"action\":")
      json.append(raw: item.action)
      json.append(",\"actor\":")
      json.append(value: item.actor.map(JSONValue.string) ?? .null)
      json.append(",\"outputs\":")
      json.append(raw: item.outputs)
      json.append("}")
    }
    json.append("],\"next\":")
    json.append(value: hasNext ? items.last.map { .integer(Int64($0.revision)) } ?? .null : .null)
    json.append("}")
    return json.bytes
  }
}
