import Support
import HTTP
import Navigation
import Sessions
import Synchronization

/// Identifies callers by their credentials and decides which endpoints they may use.
final class Authorizer: Sendable {
  private let requiresToken: Bool
  /// The hashes of the admin tokens, which can change while the server runs.
  let adminTokenHashes: Mutex<[[UInt8]]>
  private let allowsClientUndo: Bool
  private let appKeys: AppKeys
  private let tickets: StreamTickets
  private let registry: SessionRegistry
  private let now: WallClock

  init(
    _ configuration: API.Configuration, appKeys: AppKeys, tickets: StreamTickets, registry: SessionRegistry,
    now: @escaping WallClock
  ) {
    requiresToken = configuration.requiresToken
    adminTokenHashes = Mutex(configuration.adminTokenHashes)
    allowsClientUndo = configuration.allowsClientUndo
    self.appKeys = appKeys
    self.tickets = tickets
    self.registry = registry
    self.now = now
  }

  /// Identifies the caller of a request. Consumes a ticket; checks no token other than the admin's.
  func caller(of exchange: Exchange) -> Caller {
    let (request, endpoint) = (exchange.request, exchange.endpoint)
    // First: a ticket that is shown counts, and is consumed, even where no token is required.
    if endpoint.access == .listening, request.query != nil, let ticket = ticketHolder(exchange) {
      return ticket
    }
    guard requiresToken, endpoint.access != .open else { return .unrestricted }
    guard let token = request.bearerToken else { return .unauthenticated }
    let hash = SHA256.hash(Array(token))
    return isAdminToken(hash) ? .admin : .token(hash)
  }

  /// Compares the hash with each admin token's, in a time that does not depend on which one it is.
  private func isAdminToken(_ hash: [UInt8]) -> Bool {
    // The comparison is the first operand, so a match does not skip those that follow.
    adminTokenHashes.withLock { $0.reduce(false) { SHA256.isSame(hash, $1) || $0 } }
  }

  /// The holder of the ticket in the query; nil if the query has no ticket.
  private func ticketHolder(_ exchange: Exchange) -> Caller? {
    let shown: String?
    // `Exchange.checkQuery` refuses a query that cannot be decoded.
    do throws(RequestError) { shown = try exchange.request.parameter("ticket") } catch { return nil }
    guard let shown else { return nil }
    guard let id = SessionID(exchange.parameters[0, exchange.request]) else { return .badTicket }
    return tickets.redeem(SHA256.hash(Array(shown.utf8)), for: id, at: now()) ?? .badTicket
  }

  /// A ticket in the query of a request for an event stream, whose holder is in the database.
  struct SharedTicket: Sendable {
    let hash: [UInt8]
    let session: SessionID
  }

  /// The ticket that has to be redeemed before the caller is known; nil: there is none.
  func sharedTicket(of exchange: Exchange) -> SharedTicket? {
    let request = exchange.request
    guard tickets.areShared, exchange.endpoint.access == .listening, request.query != nil,
      let session = SessionID(exchange.parameters[0, request])
    else { return nil }
    do throws(RequestError) {
      return try request.parameter("ticket").map { SharedTicket(hash: SHA256.hash(Array($0.utf8)), session: session) }
    } catch {
      return nil
    }
  }

  /// Identifies the caller by a ticket, which is then used. A ticket of a token that is not valid any more is bad.
  func redeem(_ ticket: SharedTicket) async throws(JournalFailure) -> Caller {
    let caller = try await tickets.redeemShared(ticket.hash, for: ticket.session, now: now) ?? .badTicket
    // Without the session the handler answers, which tells its former holders that it was deleted.
    guard case .token(let hash) = caller, let access = try await registry.access(to: ticket.session) else {
      return caller
    }
    return access.role(of: hash, at: now()) == nil ? .badTicket : caller
  }

  /// The decision for a request that is not rejected.
  enum Decision {
    case allowed
    /// Allowed if this is the hash of a token of the session with the role, which has to be looked up.
    case allowedWithTokenOfSession([UInt8], TokenRole)
  }

  /// Decides whether the request may use the endpoint.
  func decide(_ exchange: Exchange) throws(Problem) -> Decision {
    switch exchange.caller {
    case .unrestricted, .admin: .allowed
    case .unauthenticated: throw Self.noToken
    case .badTicket: throw Self.badTicket
    case .token(let hash): try decide(hash, exchange)
    }
  }

  private func decide(_ hash: [UInt8], _ exchange: Exchange) throws(Problem) -> Decision {
    switch exchange.endpoint.access {
    case .open: return .allowed
    // Keys of apps are not looked up here, so they cost the requests to sessions nothing (docs/decisions/0027).
    case .session: return .allowedWithTokenOfSession(hash, exchange.endpoint.role)
    // The session checks the token when a listener arrives and for as long as it stays. While memory is full, no
    // session is loaded for that.
    case .listening: return registry.isFull ? .allowedWithTokenOfSession(hash, .watch) : .allowed
    // The body names the app, which `checkMayCreate` compares later.
    case .creation where appKeys.app(of: hash) != nil: return .allowed
    case .app where appKeys.app(of: hash) == exchange.appName: return .allowed
    case .creation, .app, .admin: throw Self.notAllowed
    }
  }

  /// Checks the token of a request. A foreign session gets the same answer as one that does not exist.
  ///
  /// - Parameters:
  ///   - role: The role that the token needs at least.
  ///   - access: The tokens of the session in the path; nil: there is no such session.
  /// - Returns: The token.
  func check(
    _ hash: [UInt8], for role: TokenRole, by access: SessionAccess?, _ exchange: Exchange
  ) throws(Problem) -> PresentedToken {
    guard let given = access?.token(with: hash, at: now()) else { throw refusal(of: hash, by: access, exchange) }
    guard given.role >= role else { throw Self.roleTooLow(given.role, needed: role) }
    return given
  }

  /// The answer to a token that does not open the session. Only a former holder is told that the session exists.
  private func refusal(of hash: [UInt8]?, by access: SessionAccess?, _ exchange: Exchange) -> Problem {
    let end = hash.flatMap { access?.end(of: $0, at: now()) }
    return end.map(Problem.tokenExpired) ?? .noSession(exchange.sessionText)
  }

  /// Answers a request whose session does not exist, or whose token has ended since the request began.
  func refuse(_ exchange: Exchange, _ id: SessionID) {
    exchange.task { [self] () async throws(Problem) in
      let access = try await Problem.ifFails(await registry.access(to: id))
      exchange.send(refusal(of: exchange.caller.token, by: access, exchange))
    }
  }

  /// Whether the request has the admin's token, even where no token is required.
  func isAdmin(_ exchange: Exchange) -> Bool {
    switch exchange.caller {
    case .admin: return true
    case .unrestricted:
      return exchange.request.bearerToken.map { isAdminToken(SHA256.hash(Array($0))) } ?? false
    case .unauthenticated, .token, .badTicket: return false
    }
  }

  /// Whether the request comes from a backend: with the admin's token or a session's token of that role. If no
  /// tokens are required, a request without one may do everything.
  func isBackend(_ exchange: Exchange) -> Bool {
    switch exchange.caller {
    case .admin: true
    case .unrestricted: exchange.request.bearerToken == nil || isAdmin(exchange)
    case .token: exchange.token?.role == .backend
    case .unauthenticated, .badTicket: false
    }
  }

  /// Refuses an app key that belongs to another app.
  func checkMayCreate(sessionsOf app: String, _ exchange: Exchange) throws(Problem) {
    guard let key = exchange.caller.token else { return }
    guard appKeys.app(of: key) == app else { throw Self.notAllowed }
  }

  /// Refuses to show or restore a session's past where only the admin may do so.
  func checkMayReadHistory(_ exchange: Exchange) throws(Problem) {
    guard mayReadHistory(exchange) else { throw Self.undoOff }
  }

  func mayReadHistory(_ exchange: Exchange) -> Bool { allowsClientUndo || isAdmin(exchange) }
}

extension Authorizer {
  private static let noToken = Problem(
    401, "no-token", "The request requires a token: send `Authorization: Bearer …`.")

  private static func roleTooLow(_ given: TokenRole, needed: TokenRole) -> Problem {
    let roles = TokenRole.allCases.filter { $0 >= needed }.map { "`\($0.rawValue)`" }
    return Problem(
      403, "not-allowed",
      "The token has the role `\(given.rawValue)`; the request requires \(roles.joined(separator: " or ")), or the admin's "
        + "token.")
  }

  private static let notAllowed = Problem(
    403, "not-allowed", "The token does not permit the request; use the admin's token.")

  private static let badTicket = Problem(
    401, "bad-ticket",
    "Ticket invalid, used or expired. It is valid once, for 30 s and for its own session; create another with "
      + "`POST …/tickets`.")

  private static let undoOff = Problem(
    403, "undo-off",
    "History is disabled for clients of this server: no undo, redo, jump, history, past outputs, revisions or export. Use "
      + "the admin's token.")
}

extension Request {
  /// The token of `Authorization: Bearer …` (RFC 6750 §2.1).
  var bearerToken: ArraySlice<UInt8>? {
    guard let value = value(of: "authorization"), value.count > 7,
      value.prefix(7).elementsEqual("bearer ".utf8, by: { $0 | 0x20 == $1 | 0x20 })
    else { return nil }
    return value.dropFirst(7)
  }
}
