import HTTP
import JSON
import Sessions

/// Gives and ends the leases of sessions.
struct LeaseController: Controller {
  let registry: SessionRegistry
  /// The maximum duration of a lease.
  let maximumSeconds: Int

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.post, "/v1/sessions/{id}/lease", .session, Documentation.begin, begin),
      ControllerRoute(.delete, "/v1/sessions/{id}/lease", .session, Documentation.end, end),
    ]
  }

  /// `POST S/lease`: `{"seconds", "name"?, "takeOver"?}`. With the `Lease` field of the current lease, extends it.
  private func begin(_ exchange: Exchange) async throws(Problem) {
    let body = try exchange.object(["seconds", "name", "takeOver"])
    // The id is no credential. It is random so that no client uses another's lease by mistake (docs/decisions/0043).
    let request = LeaseRequest(
      time: try seconds(body) * 1_000, name: try Self.name(body), takesOver: try Self.takesOver(body),
      shown: exchange.lease, newID: String(decoding: Token().bytes, as: UTF8.self))
    let outcome = await registry.lease(try exchange.session(), request)
    guard case .leased(let lease?) = outcome else { throw exchange.problem(of: outcome) }
    var json = JSONWriter()
    json.append("{\"lease\":", string: lease.id)
    json.append(",\"expiresAt\":", timestamp: lease.expiresAt)
    json.append("}")
    exchange.send(json: json.bytes)
  }

  /// `DELETE S/lease`
  private func end(_ exchange: Exchange) async throws(Problem) {
    let outcome = await registry.endLease(of: try exchange.session(), shown: exchange.lease)
    guard case .leased = outcome else { throw exchange.problem(of: outcome) }
    exchange.send(.empty(204))
  }

  private func seconds(_ body: JSONObject) throws(Problem) -> Int64 {
    guard let value = body["seconds"] else {
      throw .fault("missing-field", "`seconds` is required: an integer from 1 to \(maximumSeconds).", at: "seconds")
    }
    guard let seconds = value.integerValue, (1...Int64(maximumSeconds)).contains(seconds) else {
      throw .fault(
        "bad-field", "`seconds` must be an integer from 1 to \(maximumSeconds); it is \(value.text.prefix(80)).",
        at: "seconds")
    }
    return seconds
  }

  private static func name(_ body: JSONObject) throws(Problem) -> String? {
    guard let value = body["name"] else { return nil }
    guard let name = value.stringValue, (1...64).contains(name.utf8.count) else {
      throw .fault("bad-field", "`name` must be a string of 1 to 64 bytes; it is \(value.text.prefix(80)).", at: "name")
    }
    return name
  }

  private static func takesOver(_ body: JSONObject) throws(Problem) -> Bool {
    guard let value = body["takeOver"] else { return false }
    guard let takesOver = value.boolValue else {
      throw .fault("bad-field", "`takeOver` must be true or false; it is \(value.text.prefix(80)).", at: "takeOver")
    }
    return takesOver
  }
}
