import Support
import Sessions

/// Issues tickets for event streams.
struct TicketController: Controller {
  let registry: SessionRegistry
  let tickets: StreamTickets
  let addresses: ClientAddresses
  let now: WallClock

  var routes: [ControllerRoute] {
    [
      ControllerRoute(
        .post, "/v1/sessions/{id}/tickets", .session, role: .watch, scopes: .reading, .issueTicket, issue)
    ]
  }

  /// `POST S/tickets`: issues a ticket to listen to the session once, within 30 s.
  private func issue(_ exchange: Exchange) async throws(Problem) {
    _ = try exchange.object([], absent: [:])
    let id = try exchange.session()
    let app = try await exchange.found(await registry.currentApp(of: id))
    let (ticket, now) = (Token(), now())
    let address = exchange.peer.map { addresses.client(of: exchange.request, from: $0).subscriber }
    let origin = StreamTickets.Origin(app: app.name, address: address)
    try await Problem.ifFails(
      await tickets.issue(SHA256.hash(ticket.bytes), for: id, holder: exchange.caller, from: origin, at: now))
    exchange.send(
      json: ["ticket": .string(ticket.text), "expiresAt": .timestamp(now + StreamTickets.lifetime)], status: 201)
  }
}

extension Operation {
  static let issueTicket = Operation(
    "issueTicket", "Issue a ticket for one event stream",
    "For a browser's `EventSource`, which cannot send a token. `GET …/events?ticket=` accepts it once, within 30 s.",
    body: .nothing,
    answers: .json(
      201, .object(["ticket": .string, "expiresAt": .timestamp]), "The ticket. It is not shown again"))
}
