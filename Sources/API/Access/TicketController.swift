import Digest
import HTTP
import JSON
import Sessions

/// Issues tickets for event streams.
struct TicketController: Controller {
  let registry: SessionRegistry
  let tickets: StreamTickets
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  var routes: [ControllerRoute] {
    [ControllerRoute(.post, "/v1/sessions/{id}/tickets", .session, role: .watch, Documentation.issue, issue)]
  }

  /// `POST S/tickets`: issues a ticket to listen to the session once, within 30 s.
  private func issue(_ exchange: Exchange) throws(Problem) {
    _ = try exchange.object([], absent: [:])
    let id = try exchange.session()
    registry.contains(id) { [self] result in
      switch result {
      case .success(true): issue(for: id, exchange)
      case .success(false): exchange.send(.noSession(exchange.sessionText))
      case .failure(let failure): exchange.send(Problem(failure))
      }
    }
  }

  private func issue(for id: SessionID, _ exchange: Exchange) {
    let (ticket, now) = (Token(), now())
    tickets.add(SHA256.hash(ticket.bytes), for: id, holder: exchange.caller, at: now) { failure in
      if let failure { return exchange.send(Problem(failure)) }
      exchange.send(
        secret: [
          "ticket": .string(ticket.text), "expiresAt": .string(JSONTimestamp.text(now + StreamTickets.lifetime)),
        ], status: 201)
    }
  }
}
