import HTTP
import Navigation
import Sessions

/// The stages that each request passes, in their order.
enum Stage: Int {
  /// The host is one that this server serves, and the content has no coding.
  case host
  /// The address has sent fewer requests than its quota.
  case quota
  /// The path and the method have a route.
  case route
  /// The catalogues of apps, keys, operators and webhooks are up to date with other processes.
  case catalogues
  /// The session that has the key in the path is known.
  case session
  /// The caller is known.
  case caller
  /// A page of a foreign origin changes nothing.
  case origin
  /// The client accepts the media type of the answer, and sends known query parameters.
  case negotiation
  /// The caller may use the endpoint.
  case permission
  /// Memory has room for the session.
  case room
  /// Requests that take long wait for their turn.
  case turn
  /// The controller handles the request.
  case handler

  /// The next one; the last, which answers, is its own.
  fileprivate var next: Stage { Stage(rawValue: rawValue + 1) ?? .handler }
}

/// The result of a stage for a request.
private enum Passage {
  case next
  /// The request is answered.
  case stop
  /// The stage continues the request later, or has done so.
  case wait
}

extension API {
  /// Responds to a request, immediately or later, on any thread.
  package func respond(to request: Request, writer: any ResponseWriter) {
    respond(to: request, writer: writer, from: .host)
  }

  /// Responds to a request, from a stage on: one that the server makes itself has passed those before.
  func respond(to request: Request, writer: any ResponseWriter, from stage: Stage) {
    let (endpoint, parameters) =
      switch router.match(request) {
      case .found(let route, let parameters): (route.endpoint, parameters)
      case .methodNotAllowed, .notFound: (Endpoint.unrouted, Parameters())
      }
    let exchange = Exchange(
      request, endpoint, parameters, origin: origins.origin(of: request), writer, httpMetrics, authorizer,
      jsonDepth: jsonDepth)
    carry(exchange, from: stage)
  }

  /// Carries a request through the stages from one on, until it is answered or has to wait.
  private func carry(_ exchange: Exchange, from first: Stage) {
    // Noted at each call, since a request that has waited may continue on another thread (docs/decisions/0092).
    exchange.beginWork()
    defer { ThreadWork.end() }
    do throws(Problem) {
      var stage = first
      while try pass(stage, exchange) == .next { stage = stage.next }
    } catch {
      exchange.send(error)
    }
  }

  // Inlined, as the body of the loop.
  @inline(__always) private func pass(_ stage: Stage, _ exchange: Exchange) throws(Problem) -> Passage {
    switch stage {
    case .host:
      guard allowedHosts.allow(exchange.request) else { throw .misdirected(exchange.request) }
      guard !exchange.request.isEncoded else { throw .unsupportedCoding(of: exchange.request) }
    // Before the stage `route`, so that requests for unknown paths count too.
    case .quota: try quotas.checkRate(of: exchange)
    case .route: return exchange.isRouted ? .next : answerWithoutRoute(exchange)
    case .catalogues: return updateCatalogues(exchange)
    case .session: return findSession(exchange)
    case .caller: return try identify(exchange)
    case .origin: try origins.checkOrigin(of: exchange)
    case .negotiation:
      try exchange.request.checkAccepts(exchange.endpoint)
      try exchange.checkQuery()
    case .permission: return try authorize(exchange)
    case .room: return try waitForRoom(exchange)
    case .turn: return try waitForTurn(exchange)
    case .handler:
      try handle(exchange)
      return .stop
    }
    return .next
  }

  private func answerWithoutRoute(_ exchange: Exchange) -> Passage {
    switch router.match(exchange.request) {
    case .methodNotAllowed(let allowed): notAllowed(exchange, allowed)
    case .notFound, .found: notFound(exchange)
    }
    return .stop
  }

  /// Carries a request on from a stage after `body`, which waits. A problem that it throws is the answer.
  private func carry(
    _ exchange: Exchange, from stage: Stage, after body: @escaping @Sendable () async throws(Problem) -> Void
  ) -> Passage {
    exchange.task { [self] () async throws(Problem) in
      try await body()
      carry(exchange, from: stage)
    }
    return .wait
  }

  private func updateCatalogues(_ exchange: Exchange) -> Passage {
    guard let refreshing else { return .next }
    // A ticket may be that of an operator whom another node has deleted.
    let isOfOperator = exchange.request.mayBeOperators || authorizer.sharedTicket(of: exchange) != nil
    guard exchange.endpoint.usesCatalogues || isOfOperator else { return .next }
    return carry(exchange, from: .session) { await refreshing() }
  }

  private func findSession(_ exchange: Exchange) -> Passage {
    // Without a session, the caller is refused as for a foreign one.
    guard exchange.endpoint.isByKey, let key = exchange.sessionKey else { return .next }
    if let id = memory.registry.loaded(key: key, of: exchange.appName) {
      exchange.setSession(id)
      return .next
    }
    return carry(exchange, from: .caller) { [registry = memory.registry] () async throws(Problem) in
      exchange.setSession(try await Problem.ifFails(await registry.find(key: key, of: exchange.appName)))
    }
  }

  private func identify(_ exchange: Exchange) throws(Problem) -> Passage {
    guard let ticket = authorizer.sharedTicket(of: exchange) else {
      exchange.caller = authorizer.caller(of: exchange)
      guard case .unverified(let hash) = exchange.caller else { return .next }
      return try verify(exchange, hash)
    }
    exchange.caller = .badTicket
    return carry(exchange, from: .origin) { [authorizer] () async throws(Problem) in
      exchange.caller = try await Problem.ifFails(await authorizer.redeem(ticket))
    }
  }

  /// Verifies the JWT of a request. Only requests with tokens of the same issuer wait for its keys.
  private func verify(_ exchange: Exchange, _ hash: [UInt8]) throws(Problem) -> Passage {
    let text = exchange.request.bearerToken ?? []
    if let token = try authorizer.issuers.verify(text, hash) {
      exchange.caller = .jwt(token)
      return .next
    }
    return carry(exchange, from: .origin) { [authorizer] () async throws(Problem) in
      exchange.caller = .jwt(try await authorizer.issuers.verifyAfterFetch(text, hash))
    }
  }

  private func authorize(_ exchange: Exchange) throws(Problem) -> Passage {
    let decision = try authorizer.decide(exchange)
    if case .allowed = decision { return .next }
    if case .allowedUnlessEnded(let hash) = decision {
      return carry(exchange, from: .room) { [authorizer] () async throws(Problem) in
        try await authorizer.checkHasNotEnded(hash)
      }
    }
    // Without a session, the handler decides by the body.
    if exchange.endpoint.creates, exchange.sessionID == nil { return .next }
    if case .allowedWithJWT(let jwt, let role) = decision { return try authorize(exchange, jwt, role) }
    let id = try exchange.session()
    if let store = memory.registry.loaded(id) {
      exchange.store = store
      try authorizer.complete(decision, store.access, of: store.appName, exchange)
      return .next
    }
    return carry(exchange, from: .room) { [authorizer, registry = memory.registry] () async throws(Problem) in
      guard case .allowedInApps = decision else {
        let access = try await Problem.ifFails(await registry.access(to: id))
        return try authorizer.complete(decision, access, of: nil, exchange)
      }
      let app = try await Problem.ifFails(await registry.appName(of: id))
      try authorizer.complete(decision, nil, of: app, exchange)
    }
  }

  private func authorize(_ exchange: Exchange, _ jwt: VerifiedToken, _ role: TokenRole) throws(Problem) -> Passage {
    let id = try exchange.session()
    if let store = memory.registry.loaded(id) {
      exchange.store = store
      try authorizer.accept(authorizer.token(of: jwt, in: store), of: jwt, for: role, exchange)
      return .next
    }
    return carry(exchange, from: .room) { [authorizer, memory] () async throws(Problem) in
      // The rights follow from the session, which is loaded for them.
      if try memory.lacksRoom(for: exchange) {
        await memory.registry.whenRoom()
        try memory.checkIsLoaded(exchange)
      }
      try authorizer.accept(try await authorizer.token(of: jwt, for: id), of: jwt, for: role, exchange)
    }
  }

  private func waitForRoom(_ exchange: Exchange) throws(Problem) -> Passage {
    guard try memory.lacksRoom(for: exchange) else { return .next }
    return carry(exchange, from: .turn) { [memory] () async throws(Problem) in
      await memory.registry.whenRoom()
      // The wait may end without room, such as when too many wait.
      try memory.checkIsLoaded(exchange)
    }
  }

  private func waitForTurn(_ exchange: Exchange) throws(Problem) -> Passage {
    let registry = memory.registry
    guard CostlyExchange.mayBe(exchange, in: registry), let costly = try CostlyExchange(exchange, in: registry) else {
      return .next
    }
    let waits = try costly.wait(in: registry, definitions) { [self] in carry(exchange, from: .handler) }
    return waits ? .wait : .next
  }

  /// Handles a request, and notes the app that it depends on in case of a trap.
  private func handle(_ exchange: Exchange) throws(Problem) {
    guard exchange.endpoint.access == .app else { return try handleOnce(exchange) }
    let subject = TrapSubject.app(exchange.appName)
    if let failure = memory.registry.traps.failure(of: subject) { throw Problem(failure) }
    try ThreadWork.during(subject) { () throws(Problem) in try handleOnce(exchange) }
  }

  /// Handles a request, once for its idempotency key.
  private func handleOnce(_ exchange: Exchange) throws(Problem) {
    let handler = exchange.endpoint.handler
    // An idempotency key covers the whole request, and streamed content has not arrived yet.
    guard exchange.recorder != nil, !exchange.endpoint.streamsContent else { return try handler(exchange) }
    exchange.task { [self] () async throws(Problem) in
      try await idempotency.runOnce(exchange) { () throws(Problem) in try handler(exchange) }
    }
  }
}

// Requests without a route.
extension API {
  private func notAllowed(_ exchange: Exchange, _ allowed: [Method]) {
    let method = exchange.request.method
    if method == .options { return exchange.send(origins.options(exchange.request, allowed)) }
    if method == .other { return exchange.send(.notImplemented(exchange.request)) }
    // An own action's path has any last segment, so that only for POST it is known whether something is there.
    guard paths.contains(exchange.request) else { return exchange.send(paths.problem(of: exchange.request)) }
    exchange.send(.methodNotAllowed(exchange.request, allowed))
  }

  private func notFound(_ exchange: Exchange) {
    let request = exchange.request
    if request.method == .other { return exchange.send(.notImplemented(request)) }
    if request.method == .options, request.pathText == "*" {
      return exchange.send(origins.options(request, Method.allCases.filter { $0 != .other }))
    }
    exchange.send(paths.problem(of: request))
  }
}
