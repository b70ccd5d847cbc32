import HTTP
import Sessions

extension API {
  /// `DELETE S/timers/{timer}`: a change, logged as `cancelTimer`.
  func cancelTimer(_ exchange: Exchange) throws(Problem) {
    let timer = exchange.parameters["timer", exchange.request] ?? ""
    registry.cancel(
      timer, of: try exchange.session(), if: try exchange.precondition(), lease: exchange.lease
    ) { outcome in
      guard case .receipt = outcome else { return exchange.send(failed: outcome) }
      exchange.send(.empty(204))
    }
  }

  /// `POST S/timers/{timer}/fire`: makes the change that the timer makes when it is due.
  func fireTimer(_ exchange: Exchange) throws(Problem) {
    let timer = exchange.parameters["timer", exchange.request] ?? ""
    registry.fireNow(
      timer, of: try exchange.session(), if: try exchange.precondition(), lease: exchange.lease,
      wantsSession: exchange.wantsSession
    ) { outcome in
      guard case .receipt(let json, let revision) = outcome else { return exchange.send(failed: outcome) }
      exchange.send(json: json, revision: revision)
    }
  }
}
