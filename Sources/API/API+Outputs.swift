import HTTP
import JSON
import Sessions

extension API {
  /// `GET S/outputs`: what the session has sent out, oldest first. Read from the journal, off the event loops.
  func readOutputs(_ exchange: Exchange) throws(Problem) {
    let limit = try exchange.integer("limit", in: 1...1_000, or: 100)
    // One more than is shown tells whether there is a next page.
    let query = OutputQuery(
      session: try exchange.session(), after: try exchange.integer("after", in: 0...Int.max, or: 0), limit: limit + 1)
    // The session's own read comes first, as in `readHistory`.
    registry.read(.stack, of: query.session) { [journal] outcome in
      guard case .session = outcome else { return exchange.send(failed: outcome) }
      journal.outputs(query) { result in
        switch result {
        case .success(let items): exchange.send(json: Self.page(items.prefix(limit), hasNext: items.count > limit))
        case .failure(let failure): exchange.send(Problem(failure))
        }
      }
    }
  }

  private static func page(_ items: ArraySlice<OutputItem>, hasNext: Bool) -> [UInt8] {
    var json = JSONWriter(capacity: 64 + items.reduce(0) { $0 + $1.value.count + 128 })
    json.append("{\"items\":[")
    for (index, item) in zip(items.indices, items) {
      json.append(index == 0 ? "{\"seq\":" : ",{\"seq\":")
      json.append(integer: item.seq)
      json.append(",\"revision\":")
      json.append(integer: item.revision)
      json.append(",\"at\":")
      json.append(timestamp: item.at)
      json.append(",\"name\":")
      json.append(string: item.name)
      json.append(",\"value\":")
      json.append(raw: item.value)
      json.append("}")
    }
    json.append("],\"next\":")
    json.append(value: hasNext ? items.last.map { .integer(Int64($0.seq)) } ?? .null : .null)
    json.append("}")
    return json.bytes
  }
}
