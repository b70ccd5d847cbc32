import Digest
import HTTP
import JSON
import Sessions

extension API {
  /// `POST S/tickets`: issues a ticket to listen to the session once, within 30 s.
  func issueTicket(_ exchange: Exchange) throws(Problem) {
    _ = try exchange.object([], absent: [:])
    let id = try exchange.session()
    registry.contains(id) { [self] result in
      switch result {
      case .success(true): issueTicket(for: id, exchange)
      case .success(false): exchange.send(.noSession(exchange.sessionText))
      case .failure(let failure): exchange.send(Problem(failure))
      }
    }
  }

  private func issueTicket(for id: SessionID, _ exchange: Exchange) {
    let (ticket, now) = (Token(), now())
    guard tickets.add(SHA256.hash(ticket.bytes), for: id, holder: exchange.caller, at: now) else {
      return exchange.send(.tooManyTickets)
    }
    exchange.send(
      secret: [
        "ticket": .string(ticket.text), "expiresAt": .string(JSONTimestamp.text(now + StreamTickets.lifetime)),
      ], status: 201)
  }

  /// The holder of the ticket in the query; nil if the query has no ticket.
  func ticketHolder(_ request: Request, _ parameters: Parameters) -> Caller? {
    let shown: String?
    do throws(RequestError) { shown = try request.parameter("ticket") } catch { return nil }
    guard let shown else { return nil }
    guard let id = SessionID(parameters[0, request]) else { return .badTicket }
    return tickets.take(SHA256.hash(Array(shown.utf8)), for: id, at: now()) ?? .badTicket
  }
}

extension Problem {
  static let badTicket = Problem(
    401, "bad-ticket",
    "The ticket opens nothing: it is good once, within 30 s, and for its own session. `POST …/tickets` gives another.")

  fileprivate static var tooManyTickets: Problem {
    var problem = Problem(503, "too-many-tickets", "So many tickets wait to be used that no more are given.")
    problem.retryAfter = 30
    return problem
  }
}
