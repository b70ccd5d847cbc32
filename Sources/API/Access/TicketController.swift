import Support
import HTTP
import JSON
import Navigation
import Sessions

/// Issues tickets for event streams.
struct TicketController: Controller {
  let registry: SessionRegistry
  let tickets: StreamTickets
  let addresses: ClientAddresses
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  var routes: [ControllerRoute] {
    [ControllerRoute(.post, "/v1/sessions/{id}/tickets", .session, role: .watch, Documentation.issue, issue)]
  }

  /// `POST S/tickets`: issues a ticket to listen to the session once, within 30 s.
  private func issue(_ exchange: Exchange) throws(Problem) {
    _ = try exchange.object([], absent: [:])
    let id = try exchange.session()
    registry.app(of: id) { [self] (result: Result<App?, JournalFailure>) in
      switch result {
      case .success(let app?): issue(for: id, of: app.name, exchange)
      case .success(nil): exchange.send(.noSession(exchange.sessionText))
      case .failure(let failure): exchange.send(Problem(failure))
      }
    }
  }

  private func issue(for id: SessionID, of app: String, _ exchange: Exchange) {
    let (ticket, now) = (Token(), now())
    let address = exchange.peer.map { addresses.client(of: exchange.request, from: $0).subscriber }
    let origin = StreamTickets.Origin(app: app, address: address)
    tickets.add(SHA256.hash(ticket.bytes), for: id, holder: exchange.caller, from: origin, at: now) { failure in
      if let failure { return exchange.send(Problem(failure)) }
      exchange.send(
        secret: [
          "ticket": .string(ticket.text), "expiresAt": .string(JSONTimestamp.text(now + StreamTickets.lifetime)),
        ], status: 201)
    }
  }
}
