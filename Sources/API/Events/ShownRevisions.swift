import HTTP
import JSON
import Sessions

extension EventController {
  /// `PUT S/shown`: the device has drawn a revision.
  func reportShown(_ exchange: Exchange) async throws(Problem) {
    let body = try exchange.object(["revision", "screen"])
    guard let revision = try exchange.count("revision", of: body) else {
      throw .fault("missing-member", "`revision` is required: the revision that the device has drawn.", at: "revision")
    }
    let screen = try body.value("screen", "the id of a screen", \.shortString)
    let report = ShownReport(revision: revision, screen: screen, at: now())
    let outcome = await registry.report(shown: report, by: exchange.caller.token, of: try exchange.session())
    guard case .unchanged = outcome else { throw exchange.problem(of: outcome) }
    exchange.send(.empty(204))
  }
}

/// Delays receipts until a device has drawn their revision: `Prefer: wait=N; until=shown`.
struct ShownWaits: Sendable {
  let registry: SessionRegistry
  let listeners: ListenerLimiter

  /// Sends the response to an action; its receipt gets the member `shown`.
  ///
  /// - Parameter permit: Held while the client waits.
  func send(
    _ outcome: Outcome, of id: SessionID, within time: Duration, holding permit: ListenerPermit?,
    key: IdempotencyKey?, _ exchange: Exchange
  ) {
    switch outcome {
    case .receipt(let json, let revision):
      wait(for: revision, of: id, within: time, holding: permit, exchange) { isShown in
        .revision(revision, json.adding(isShown: isShown))
      }
    case .replayed(let answer, let revision) where answer.status == 200:
      wait(for: revision, of: id, within: time, holding: permit, exchange) { isShown in
        .revision(revision, answer.body.adding(isShown: isShown), isReplayed: true)
      }
    default: exchange.send(receipt: outcome, key: key)
    }
  }

  private func wait(
    for revision: Int, of id: SessionID, within time: Duration, holding permit: ListenerPermit?, _ exchange: Exchange,
    _ response: (_ isShown: Bool) -> Response
  ) {
    let (shown, unshown) = (response(true), response(false))
    let waiter = ShownWaiter(revision: revision) { isShown in
      withExtendedLifetime(permit) { exchange.send(isShown ? shown : unshown) }
    }
    exchange.expectAnswer(within: time, orElse: unshown) { [registry] in
      registry.stopWaiting(waiter, for: id)
    }
    // Last is safe: `stopWaiting` also cancels a wait that has not begun.
    registry.wait(waiter, for: id)
  }
}

extension [UInt8] {
  /// The receipt with the member `shown` at its end.
  fileprivate func adding(isShown: Bool) -> [UInt8] {
    Array(dropLast()) + Array(",\"shown\":\(isShown)}".utf8)
  }
}

extension JSONWriter {
  mutating func append(_ report: ShownReport) {
    append("{\"revision\":", integer: report.revision)
    if let screen = report.screen { append(",\"screen\":", string: screen) }
    append(",\"at\":", timestamp: report.at)
    append("}")
  }
}
