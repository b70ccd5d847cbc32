import Sessions

/// Gives and ends the leases of sessions.
struct LeaseController: Controller {
  let registry: SessionRegistry
  /// The maximum duration of a lease.
  let maximumSeconds: Int

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.post, "/v1/sessions/{id}/lease", .session, .lease, begin),
      ControllerRoute(.delete, "/v1/sessions/{id}/lease", .session, .endLease, end),
    ]
  }

  /// `POST S/lease`: `{"seconds", "name"?, "takeOver"?}`. With the `Lease` field of the current lease, extends it.
  private func begin(_ exchange: Exchange) async throws(Problem) {
    let body = try exchange.object(["seconds", "name", "takeOver"])
    // The id is no credential. It is random so that no client uses another's lease by mistake (docs/decisions/0043).
    let seconds = try body.required("seconds", "an integer from 1 to \(maximumSeconds)", as: .field) { json in
      json.integerValue.flatMap { (1...Int64(maximumSeconds)).contains($0) ? $0 : nil }
    }
    let request = LeaseRequest(
      time: seconds * 1_000, name: try body.value("name", "a string of 1 to 64 bytes", as: .field, \.shortString),
      takesOver: try body.value("takeOver", "true or false", as: .field, \.boolValue) ?? false, shown: exchange.lease,
      newID: String(decoding: Token().bytes, as: UTF8.self))
    let outcome = await registry.lease(try exchange.session(), request)
    guard case .leased(let lease?) = outcome else { throw exchange.problem(of: outcome) }
    exchange.send(json: ["lease": .string(lease.id), "expiresAt": .timestamp(lease.expiresAt)])
  }

  /// `DELETE S/lease`
  private func end(_ exchange: Exchange) async throws(Problem) {
    let outcome = await registry.endLease(of: try exchange.session(), shown: exchange.lease)
    guard case .leased = outcome else { throw exchange.problem(of: outcome) }
    exchange.send(.empty(204))
  }
}

extension Operation {
  static let lease = Operation(
    "lease", "Acquire or extend an exclusive lease to write",
    "While it is valid, writes without its `Lease` field are refused.",
    fields: [.lease],
    body: Operation.Body(
      .request(["seconds": .integer(1...3_600)], optional: ["name": .text(1...64), "takeOver": .boolean]),
      example: ["seconds": 60, "name": "editor"]),
    answers: .json(200, .ref("Lease"), "The lease and its expiry"),
    problems: ["missing-field", "bad-field", "session-leased", "too-many-leases"])

  static let endLease = Operation(
    "endLease", "End a lease",
    fields: [.lease],
    answers: .empty(204, "The session is not leased"),
    problems: ["session-leased"])
}
