import Support
import HTTP
import Navigation
import Sessions
import Synchronization

/// Identifies callers by their credentials and decides which endpoints they may use.
final class Authorizer: Sendable {
  private let requiresToken: Bool
  /// The hashes of the admin tokens, which can change while the server runs.
  private let adminTokenHashes: Mutex<[[UInt8]]>
  /// The issuers of JWTs.
  let issuers: Issuers
  private let allowsClientUndo: Bool
  let appKeys: AppKeys
  let operators: Operators
  private let tickets: StreamTickets
  let registry: SessionRegistry
  let now: WallClock

  init(
    _ configuration: API.Configuration, issuers: Issuers, appKeys: AppKeys, operators: Operators,
    tickets: StreamTickets, registry: SessionRegistry, now: @escaping WallClock
  ) {
    requiresToken = configuration.requiresToken
    adminTokenHashes = Mutex(configuration.adminTokenHashes)
    self.issuers = issuers
    allowsClientUndo = configuration.allowsClientUndo
    self.appKeys = appKeys
    self.operators = operators
    self.tickets = tickets
    self.registry = registry
    self.now = now
  }

  /// Identifies the caller of a request. Consumes a ticket; checks only the admin's token and those of operators.
  func caller(of exchange: Exchange) -> Caller {
    let (request, endpoint) = (exchange.request, exchange.endpoint)
    // First: a ticket that is shown counts, and is consumed, even where no token is required.
    if endpoint.access == .listening, request.query != nil, let ticket = ticketHolder(exchange) {
      return ticket
    }
    guard requiresToken, endpoint.access != .open else { return .unrestricted }
    guard let token = request.bearerToken else { return .unauthenticated }
    let hash = SHA256.hash(Array(token))
    if isAdminToken(hash) { return .admin }
    if issuers.take(token) { return .unverified(hash) }
    return Operators.mayBeToken(token) ? caller(with: hash) : .token(hash)
  }

  /// The operator with a token, or the holder of another one.
  private func caller(with hash: [UInt8]) -> Caller { operators.holder(of: hash).map(Caller.operator) ?? .token(hash) }

  /// The operator whose token a request has, also where none is required.
  func `operator`(of request: Request) -> StoredOperator? {
    guard request.mayBeOperators, let token = request.bearerToken else { return nil }
    return operators.holder(of: SHA256.hash(Array(token)))
  }

  /// Replaces the admin tokens. Event streams of the admin end.
  func setAdminTokens(_ hashes: [[UInt8]]) {
    let former = adminTokenHashes.withLock { stored in
      defer { stored = hashes }
      return stored
    }
    if former != hashes { operators.endAdminStreams() }
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
    guard let id = exchange.sessionID else { return .badTicket }
    let holder = tickets.redeem(SHA256.hash(Array(shown.utf8)), for: id, at: now()) ?? .badTicket
    if let jwt = holder.jwt, jwt.expiry(at: now()) != nil { return .badTicket }
    // The operator may have been deleted since.
    return holder.operator.map { caller(with: $0.hash).operator == nil ? .badTicket : holder } ?? holder
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
      let session = exchange.sessionID
    else { return nil }
    do throws(RequestError) {
      return try request.parameter("ticket").map { SharedTicket(hash: SHA256.hash(Array($0.utf8)), session: session) }
    } catch {
      return nil
    }
  }

  /// Identifies the caller by a ticket, which is then used. A ticket of a token that is not valid any more is bad.
  func redeem(_ ticket: SharedTicket) async throws(JournalFailure) -> Caller {
    let shown = try await tickets.redeemShared(ticket.hash, for: ticket.session, now: now) ?? .badTicket
    if let jwt = shown.jwt { return jwt.expiry(at: now()) == nil ? shown : .badTicket }
    let caller = shown.token.map(caller(with:)) ?? shown
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
    /// Allowed. If this is the hash of a token of the session, it did what the request does.
    case allowedAndNamed([UInt8])
    /// Allowed if the session is of an app that the operator may use.
    case allowedInApps(StoredOperator)
    /// Allowed if the holder of the JWT has the role in the session.
    case allowedWithJWT(VerifiedToken, TokenRole)
    /// Allowed unless this is the hash of a token that has ended, which has to be looked up.
    case allowedUnlessEnded([UInt8])
  }

  /// Decides whether the request may use the endpoint.
  func decide(_ exchange: Exchange) throws(Problem) -> Decision {
    switch exchange.caller {
    case .admin: .allowed
    case .unrestricted: name(exchange)
    case .operator(let holder): try decide(holder, exchange)
    case .unauthenticated: throw Self.noToken
    // A JWT is verified before this stage.
    case .badTicket, .unverified: throw Self.badTicket
    case .token(let hash): try decide(hash, exchange)
    case .jwt(let token): try decide(token, exchange)
    }
  }

  private func decide(_ jwt: VerifiedToken, _ exchange: Exchange) throws(Problem) -> Decision {
    switch exchange.endpoint.access {
    case .session, .listening: .allowedWithJWT(jwt, exchange.endpoint.role)
    // The app decides.
    case .open, .creation, .agent: .allowed
    case .app, .admin: throw Self.notAllowed(exchange.endpoint)
    }
  }

  /// Finds out whose token a request has that needs none.
  private func name(_ exchange: Exchange) -> Decision {
    guard exchange.endpoint.access != .open, let token = exchange.request.bearerToken else { return .allowed }
    let hash = SHA256.hash(Array(token))
    let caller = isAdminToken(hash) ? .admin : caller(with: hash)
    exchange.attribution = caller.attribution ?? appKeys.key(of: hash)?.attribution
    return exchange.attribution == nil && exchange.endpoint.isOfSession ? .allowedAndNamed(hash) : .allowed
  }

  private func decide(_ holder: StoredOperator, _ exchange: Exchange) throws(Problem) -> Decision {
    let endpoint = exchange.endpoint
    guard !endpoint.scopes.isEmpty else { throw Self.notAllowed(endpoint) }
    guard !holder.scopes.isDisjoint(with: endpoint.scopes) else { throw Self.scopeMissing(holder, endpoint.scopes) }
    guard exchange.caller.isLimited else { return .allowed }
    if endpoint.isServerWide {
      try exchange.caller.checkMayUse(nil, "the request concerns the whole server")
    }
    if endpoint.isOfSession { return .allowedInApps(holder) }
    if let app = exchange.parameters["app", exchange.request], !holder.mayUse(app) { throw Self.foreignApp(app) }
    return .allowed
  }

  private func decide(_ hash: [UInt8], _ exchange: Exchange) throws(Problem) -> Decision {
    switch exchange.endpoint.access {
    case .open: return .allowed
    // Keys of apps are not looked up here, so they cost the requests to sessions nothing (docs/decisions/0027).
    case .session: return .allowedWithTokenOfSession(hash, exchange.endpoint.role)
    // The session checks the token when a listener arrives and for as long as it stays. While memory is full, no
    // session is loaded for that.
    case .listening: return registry.isFull ? .allowedWithTokenOfSession(hash, .watch) : .allowedAndNamed(hash)
    // The body names the app, which `checkMayCreate` compares later.
    case .creation, .app:
      guard let key = appKeys.key(of: hash), exchange.endpoint.access == .creation || key.app == exchange.appName else {
        throw refusal(of: hash, or: Self.notAllowed(exchange.endpoint))
      }
      exchange.attribution = key.attribution
      return .allowed
    case .agent:
      if appKeys.key(of: hash) != nil { return .allowed }
      guard Token.mayBe(exchange.request.bearerToken ?? []) else { throw refusal(of: hash, or: Self.unknownToken) }
      return .allowedUnlessEnded(hash)
    case .admin: throw refusal(of: hash, or: Self.notAllowed(exchange.endpoint))
    }
  }

  /// Completes a decision by what is known of the session in the path.
  ///
  /// - Parameters:
  ///   - access: The tokens of the session; nil: there is no such session.
  ///   - app: The app of the session.
  func complete(
    _ decision: Decision, _ access: SessionAccess?, of app: String?, _ exchange: Exchange
  ) throws(Problem) {
    switch decision {
    case .allowed, .allowedWithJWT, .allowedUnlessEnded: break
    case .allowedWithTokenOfSession(let hash, let role):
      exchange.token = try check(hash, for: role, by: access, exchange)
    case .allowedAndNamed(let hash): exchange.attribution = access?.token(with: hash, at: now())?.attribution
    case .allowedInApps(let holder):
      guard let app, holder.mayUse(app) else { throw exchange.noSession }
    }
  }

  /// Checks the token of a request. A foreign session gets the same answer as one that does not exist.
  ///
  /// - Parameters:
  ///   - role: The role that the token needs at least.
  ///   - access: The tokens of the session in the path; nil: there is no such session.
  /// - Returns: The token; nil: it is a key of the app, and the request may create a session.
  private func check(
    _ hash: [UInt8], for role: TokenRole, by access: SessionAccess?, _ exchange: Exchange
  ) throws(Problem) -> PresentedToken? {
    guard let given = access?.token(with: hash, at: now()) else {
      guard exchange.endpoint.creates, appKeys.key(of: hash)?.app == exchange.appName else {
        throw refusal(of: hash, by: access, exchange)
      }
      exchange.refusalToAct = exchange.noSession
      return nil
    }
    guard given.role >= role else { throw Self.roleTooLow(given.role, needed: role) }
    return given
  }

  /// The answer to a token that does not open the session. Only a former holder is told that the session exists.
  private func refusal(of hash: [UInt8]?, by access: SessionAccess?, _ exchange: Exchange) -> Problem {
    // A key means whichever session has it now, so that a former token of this one is like any other.
    let end = exchange.endpoint.isByKey ? nil : hash.flatMap { access?.end(of: $0, at: now()) }
    guard let end else { return hash.map { refusal(of: $0, or: exchange.noSession) } ?? exchange.noSession }
    return .tokenExpired(end)
  }

  /// The answer to a token that permits nothing: one of an operator may have ended.
  func refusal(of hash: [UInt8], or other: Problem) -> Problem {
    operators.end(of: hash).map(Problem.tokenExpired) ?? other
  }

  /// Refuses a token of any session that has ended. An agent gets another one only after 401.
  func checkHasNotEnded(_ hash: [UInt8]) async throws(Problem) {
    if let end = try await Problem.ifFails(await registry.end(ofToken: hash, at: now())) { throw .tokenExpired(end) }
  }

  /// Answers a request whose session does not exist, or whose token has ended since the request began.
  func refuse(_ exchange: Exchange, _ id: SessionID) {
    exchange.task { [self] () async throws(Problem) in
      if let fault = exchange.caller.jwt?.expiry(at: now()) { throw .badJWT(fault) }
      let access = try await Problem.ifFails(await registry.access(to: id))
      exchange.send(refusal(of: exchange.caller.sessionToken, by: access, exchange))
    }
  }

  /// Whether the request has the admin's token, even where no token is required, or an operator's.
  func isAdmin(_ exchange: Exchange) -> Bool {
    switch exchange.caller {
    case .admin, .operator: return true
    case .unrestricted:
      return exchange.request.bearerToken.map { isAdminToken(SHA256.hash(Array($0))) } ?? false
    case .unauthenticated, .token, .jwt, .badTicket, .unverified: return false
    }
  }

  /// Whether the request comes from a backend: with the admin's token, an operator's or a session's token of that role. If no
  /// tokens are required, a request without one may do everything.
  func isBackend(_ exchange: Exchange) -> Bool {
    switch exchange.caller {
    case .admin, .operator: true
    // The stage `permission` has compared the token.
    case .unrestricted: exchange.request.bearerToken == nil || exchange.attribution == .admin
    case .token, .jwt: exchange.token?.role == .backend
    case .unauthenticated, .badTicket, .unverified: false
    }
  }

  /// Refuses to show or restore a session's past where only the admin may do so.
  func checkMayReadHistory(_ exchange: Exchange) throws(Problem) {
    guard mayReadHistory(exchange) else { throw Self.undoOff }
  }

  func mayReadHistory(_ exchange: Exchange) -> Bool { allowsClientUndo || isAdmin(exchange) }
}

extension Request {
  /// The token of `Authorization: Bearer …` (RFC 6750 §2.1).
  var bearerToken: ArraySlice<UInt8>? {
    guard let value = value(of: "authorization"), value.count > 7,
      value.prefix(7).elementsEqual("bearer ".utf8, by: { $0 | 0x20 == $1 | 0x20 })
    else { return nil }
    return value.dropFirst(7)
  }

  /// Whether the token may be an operator's, by its beginning.
  var mayBeOperators: Bool { bearerToken.map(Operators.mayBeToken) ?? false }
}

extension StoredAppKey {
  var attribution: Attribution { Attribution(.key, name: name) }
}
