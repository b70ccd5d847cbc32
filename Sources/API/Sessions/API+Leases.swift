import HTTP
import JSON
import Sessions

extension API {
  /// `POST S/lease`: `{"seconds", "name"?, "takeOver"?}`. With the `Lease` field of the current lease, extends it.
  func lease(_ exchange: Exchange) throws(Problem) {
    let body = try exchange.object(["seconds", "name", "takeOver"])
    let request = LeaseRequest(
      time: try seconds(body) * 1_000, name: try Self.name(body), takesOver: try Self.takesOver(body),
      shown: exchange.lease, newID: String(decoding: Token().bytes, as: UTF8.self))
    registry.lease(try exchange.session(), request) { outcome in
      guard case .leased(let lease?) = outcome else { return exchange.send(failed: outcome) }
      var json = JSONWriter()
      json.append("{\"lease\":")
      json.append(string: lease.id)
      json.append(",\"expiresAt\":")
      json.append(timestamp: lease.expiresAt)
      json.append("}")
      exchange.send(json: json.bytes)
    }
  }

  /// `DELETE S/lease`
  func endLease(_ exchange: Exchange) throws(Problem) {
    registry.endLease(of: try exchange.session(), shown: exchange.lease) { outcome in
      guard case .leased = outcome else { return exchange.send(failed: outcome) }
      exchange.send(.empty(204))
    }
  }

  private func seconds(_ body: JSONObject) throws(Problem) -> Int64 {
    let longest = configuration.leaseSeconds
    guard let value = body["seconds"] else {
      throw .fault("missing-field", "A lease needs `seconds`, from 1 to \(longest).", at: "seconds")
    }
    guard let seconds = value.integerValue, (1...Int64(longest)).contains(seconds) else {
      throw .fault(
        "bad-field", "`seconds` is an integer from 1 to \(longest); this is \(value.text.prefix(80)).", at: "seconds")
    }
    return seconds
  }

  private static func name(_ body: JSONObject) throws(Problem) -> String? {
    guard let value = body["name"] else { return nil }
    guard let name = value.stringValue, (1...64).contains(name.utf8.count) else {
      throw .fault("bad-field", "`name` is a string of 1 to 64 bytes; this is \(value.text.prefix(80)).", at: "name")
    }
    return name
  }

  private static func takesOver(_ body: JSONObject) throws(Problem) -> Bool {
    guard let value = body["takeOver"] else { return false }
    guard let takesOver = value.boolValue else {
      throw .fault("bad-field", "`takeOver` is true or false; this is \(value.text.prefix(80)).", at: "takeOver")
    }
    return takesOver
  }
}

extension Exchange {
  /// The value of the request's `Lease` field; nil when absent.
  var lease: String? { request.text(of: "lease") }
}

extension Problem {
  /// Another client holds the session's lease.
  init(_ lease: Lease, at now: Int64) {
    let holder = lease.name.map { "\"\($0)\"" } ?? "A client that gave no name"
    self.init(
      423, "session-leased",
      "\(holder) alone may write to this session until \(JSONTimestamp.text(lease.expiresAt)). Wait, or take over with `POST …/lease` and "
        + "`\"takeOver\": true`; who holds the lease sends it as `Lease`.")
    retryAfter = Int(max(1, (lease.expiresAt - now + 999) / 1_000))
  }
}
