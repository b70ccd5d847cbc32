import HTTP
import Support
import Navigation
import Sessions
import Webhooks

/// The HTTP API of the sessions: contract section 4.
///
/// Builds the controllers, and passes each request through the checks of hosts, quotas, origins and tokens to its route's
/// handler. It owns no session state and does not write sessions to disk; the registry and the journal do.
package final class API: Sendable {
  /// The check whether the database accepts writes.
  package let readiness: Readiness
  private let router: Router<Endpoint>
  /// The routes by the number of their endpoint. An array of the handlers alone would box each call's handler.
  private let controllerRoutes: [ControllerRoute]
  private let health: HealthController
  private let allowedHosts: AllowedHosts
  private let origins: OriginPolicy
  private let quotas: QuotaLimiter
  private let memory: MemoryLimiter
  private let authorizer: Authorizer
  private let idempotency: IdempotencyStore
  private let paths: KnownPaths
  private let httpMetrics: HTTPMetrics
  private let jsonDepth: JSONDepth
  private let refreshing: Refreshing?
  private let definitions: TurnQueue?

  /// Brings the catalogues of apps, keys and webhooks up to date with other processes, then calls its argument.
  package typealias Refreshing = @Sendable (@escaping @Sendable () -> Void) -> Void

  /// - Parameters:
  ///   - metrics: The page for `GET /metrics`; the API adds its request metrics to it.
  ///   - log: The log that receives request reports.
  ///   - refreshing: Called before each request that rests on a catalogue; nil: this process alone changes them.
  ///   - definitions: Does the costly work on definitions of apps; nil: all costly requests are handled at once.
  ///   - now: Milliseconds since 1970.
  ///   - elapsed: Nanoseconds of a monotonic clock.
  package init(
    registry: SessionRegistry, catalogue: AppCatalogue, journal: any Journal, webhooks: WebhookSender,
    configuration: Configuration, appKeys: AppKeys = AppKeys(), metrics: MetricsPage = MetricsPage(),
    log: RequestLog = .silent, refreshing: Refreshing? = nil, definitions: TurnQueue? = nil,
    now: @escaping @Sendable () -> Int64, elapsed: @escaping @Sendable () -> Int64 = { Int64(Stopwatch.now) }
  ) {
    let services = Services(
      registry: registry, catalogue: catalogue, journal: journal, webhooks: webhooks, configuration: configuration,
      appKeys: appKeys, metrics: metrics, now: now, elapsed: elapsed)
    let shared = Shared(services, log: log)
    readiness = .forWrites(journal, elapsed: elapsed)
    health = HealthController(readiness: readiness, forReads: .forReads(journal, elapsed: elapsed))
    let routes = API.collectRoutes(services, shared, health: health)
    router = Router(routes.numbered)
    controllerRoutes = routes
    shared.documents.describe(router.routes)
    shared.paths.describe(router.routes)
    paths = shared.paths
    let httpMetrics = HTTPMetrics(
      router.routes.map { ($0.method, $0.template) }, log: log, proxies: configuration.trustedProxies)
    metrics.add { httpMetrics.report(in: &$0) }
    let appEvents = shared.appEvents
    appEvents.start()
    metrics.add { appEvents.source.metrics.report(in: &$0) }
    self.httpMetrics = httpMetrics
    allowedHosts = configuration.allowedHosts
    origins = OriginPolicy(configuration, log: log)
    (quotas, memory, authorizer, idempotency) = (shared.quotas, shared.memory, shared.authorizer, shared.idempotency)
    jsonDepth = JSONDepth(values: configuration.jsonDepth, containers: registry.treeDepth)
    self.refreshing = refreshing
    self.definitions = definitions
  }

  /// All routes of the API, each endpoint with its index.
  var routes: [HTTP.Route<Endpoint>] { router.routes }

  /// Replaces the admin tokens by those with these hashes.
  package func setAdminTokens(_ hashes: [[UInt8]]) { authorizer.adminTokenHashes.withLock { $0 = hashes } }

  /// Makes `/readyz` report that the server is draining.
  package func beginDraining() {
    health.beginDraining()
  }

  /// Responds to a request, immediately or later, on any thread.
  package func respond(to request: Request, writer: any ResponseWriter) {
    let origin = origins.origin(of: request)
    if let problem = refusal(of: request, writer) { return exchange(request, origin, writer).send(problem) }
    switch router.match(request) {
    case .found(let route, let parameters):
      // Everything but single sessions.
      guard let refreshing, route.template.hasPrefix("/v1/"), !route.template.hasPrefix("/v1/sessions/{id}") else {
        return respond(to: request, route.endpoint, parameters, origin, writer)
      }
      refreshing { [self] in respond(to: request, route.endpoint, parameters, origin, writer) }
    case .methodNotAllowed(let allowed): notAllowed(exchange(request, origin, writer), allowed)
    case .notFound: notFound(exchange(request, origin, writer))
    }
  }

  /// The problem of a request, regardless of its route; nil if there is none.
  private func refusal(of request: Request, _ writer: any ResponseWriter) -> Problem? {
    guard allowedHosts.allow(request) else { return .misdirected(request) }
    if request.isEncoded { return .unsupportedCoding(of: request) }
    return quotas.problem(for: request, from: writer.peer)
  }

  private func respond(
    to request: Request, _ endpoint: Endpoint, _ parameters: Parameters, _ origin: AnswerOrigin,
    _ writer: any ResponseWriter
  ) {
    guard let ticket = authorizer.sharedTicket(of: request, endpoint, parameters) else {
      let caller = authorizer.caller(of: request, endpoint, parameters)
      return respond(to: request, endpoint, parameters, .success(caller), origin, writer)
    }
    authorizer.take(ticket) { [self] caller in respond(to: request, endpoint, parameters, caller, origin, writer) }
  }

  private func respond(
    to request: Request, _ endpoint: Endpoint, _ parameters: Parameters, _ caller: Result<Caller, JournalFailure>,
    _ origin: AnswerOrigin, _ writer: any ResponseWriter
  ) {
    let identified: Caller = if case .success(let caller) = caller { caller } else { .badTicket }
    let keeping = endpoint.keepsAnswer && request.value(of: "idempotency-key") != nil ? KeepingReply(writer) : nil
    let exchange = Exchange(
      request, parameters, identified, origin: origin, keeping ?? writer,
      RequestTimer(of: endpoint.number, in: httpMetrics), jsonDepth: jsonDepth, authorizer, keeping: keeping)
    if case .failure(let failure) = caller { return exchange.send(Problem(failure)) }
    exchange.beginWork()
    defer { ThreadWork.end() }
    do throws(Problem) {
      try origins.checkOrigin(of: request)
      try request.checkAccepts(endpoint)
      try exchange.checkQuery(endpoint.parameters)
      try authorize(exchange, endpoint)
    } catch {
      exchange.send(error)
    }
  }

  /// Runs the endpoint if the caller may use it, after a look-up of the session's token if necessary.
  private func authorize(_ exchange: Exchange, _ endpoint: Endpoint) throws(Problem) {
    switch try authorizer.decide(exchange, endpoint) {
    case .allowed: try run(endpoint, exchange)
    case .allowedWithTokenOfSession(let hash, let role):
      try authorizer.accessToSession(exchange) { [self] access in
        do throws(Problem) {
          exchange.token = try authorizer.check(hash, for: role, by: access, exchange)
          try run(endpoint, exchange)
        } catch {
          exchange.send(error)
        }
      }
    }
  }

  /// Runs the endpoint for an authorized request, once memory has room for it.
  private func run(_ endpoint: Endpoint, _ exchange: Exchange) throws(Problem) {
    guard try memory.lacksRoom(for: exchange, endpoint) else { return try runNow(endpoint, exchange) }
    memory.registry.whenRoom { [self] in
      do throws(Problem) { try runNow(endpoint, exchange) } catch { exchange.send(error) }
    }
  }

  private func runNow(_ endpoint: Endpoint, _ exchange: Exchange) throws(Problem) {
    try memory.checkIsLoaded(exchange, endpoint)
    guard CostlyExchange.mayBe(exchange, endpoint, in: memory.registry), try wait(endpoint, exchange) else {
      return try handleNoted(endpoint, exchange)
    }
  }

  /// - Returns: Whether the request is handled when it is its turn.
  private func wait(_ endpoint: Endpoint, _ exchange: Exchange) throws(Problem) -> Bool {
    guard let costly = try CostlyExchange(exchange, endpoint, in: memory.registry) else { return false }
    return try costly.wait(in: memory.registry, definitions) { [self] in
      exchange.sendProblem { () throws(Problem) in try handleNoted(endpoint, exchange) }
    }
  }

  /// Handles a request, and notes the app that it depends on in case of a trap.
  private func handleNoted(_ endpoint: Endpoint, _ exchange: Exchange) throws(Problem) {
    guard endpoint.access == .app else { return try handle(endpoint, exchange) }
    let subject = TrapSubject.app(exchange.appName)
    if let failure = memory.registry.traps.failure(of: subject) { throw Problem(failure) }
    try ThreadWork.during(subject) { () throws(Problem) in try handle(endpoint, exchange) }
  }

  private func handle(_ endpoint: Endpoint, _ exchange: Exchange) throws(Problem) {
    let handler = controllerRoutes[endpoint.number].handler
    // An idempotency key covers the whole request, and streamed content has not arrived yet.
    guard exchange.keeping != nil, !endpoint.streamsContent else { return try handler(exchange) }
    try idempotency.runOnce(endpoint, exchange) { () throws(Problem) in try handler(exchange) }
  }

  /// The response to a request before there is an API: the process lives, and serves nothing.
  package static func responseBeforeStart(to request: Request, waitingFor reason: String) -> Response {
    if request.pathText == "/livez", request.method == .get || request.method == .head {
      return Response(status: 200, contentType: "application/json", body: HealthController.alive)
    }
    let problem = Problem(
      503, "storage-unavailable", "The server has not started yet: \(reason). Send the request again later.",
      retryAfter: 1)
    return problem.response(
      instance: request.pathText, requestID: "r_" + String(UInt64.random(in: .min ... .max), radix: 36))
  }

  /// The response to bytes that are not a valid request.
  package static func response(to error: RequestError) -> Response {
    var response = Problem(error).response(
      instance: "", requestID: "r_" + String(UInt64.random(in: .min ... .max), radix: 36))
    response.closes = true
    response.commonFields = Response.uncached
    return response
  }
}

// Requests without a route.
extension API {
  private func exchange(_ request: Request, _ origin: AnswerOrigin, _ writer: any ResponseWriter) -> Exchange {
    Exchange(
      request, Parameters(), .unrestricted, origin: origin, writer, RequestTimer(of: nil, in: httpMetrics),
      jsonDepth: jsonDepth, authorizer)
  }

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
