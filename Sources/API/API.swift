import HTTP
import Metrics
import Navigation
import Sessions
import Synchronization
import Webhooks

/// What clients can ask of the sessions over HTTP: contract section 4.
///
/// Owns no state of a session and writes nothing to disk; the registry and the journal do.
package final class API: Sendable {
  let registry: SessionRegistry
  let catalogue: AppCatalogue
  let journal: any Journal
  let webhooks: WebhookSender
  let configuration: Configuration
  let now: @Sendable () -> Int64
  /// Nanoseconds of a clock that only goes forward.
  let elapsed: @Sendable () -> Int64
  let quotas: QuotaTables
  /// Of imports that are on their way.
  let imports: ListenerPermits
  let definitions = RunningDefinitions()
  let metrics: MetricsPage
  let httpMetrics: HTTPMetrics
  let appKeys: AppKeys
  let tickets = StreamTickets()
  /// Whether the database takes writes.
  package let readiness: Readiness
  private let router = Router(API.numberedRoutes)
  /// How many have listened by now: each one's id.
  let listeners = Atomic<Int>(0)
  let documents = Documents()
  private let jsonDepth: JSONDepth
  private let isDraining = Atomic<Bool>(false)

  package struct Configuration: Sendable {
    /// Whether a token is asked for.
    package var requiresToken = false
    /// SHA-256 of the admin's token, if there is one.
    package var adminTokenHash: [UInt8]?
    /// Origins whose pages may call (CORS), exactly as browsers send them.
    package var allowedOrigins: [String] = []
    /// Whether pages of other origins are kept from changing anything. Without tokens nothing else would keep them.
    package var refusesForeignPages = false
    package var allowedHosts = AllowedHosts.all
    package var trustedProxies = TrustedProxies()
    /// Actions in one batch.
    package var batch = 100
    /// Objects and arrays inside each other in the JSON of a request.
    package var jsonDepth = 64
    /// Events, and bytes of them, that may wait for a client while it is sent what it missed.
    package var queuedEvents = 256
    package var queuedBytes = 256 << 10
    /// The longest lease that may be asked for.
    package var leaseSeconds = 3_600
    /// Whether others than the admin may go back to what was before in a session, or read it.
    package var allowsClientUndo = true
    package var quotas = Quotas()
    /// Imports on their way at once.
    package var imports = 8
    /// Where the content of imports is kept until it is complete.
    package var importFolder = "/tmp"

    package init() {}
  }

  /// - Parameters:
  ///   - metrics: The page that is answered to `GET /metrics`; gets the figures of requests from here.
  ///   - log: What is told of requests.
  ///   - now: Milliseconds since 1970.
  ///   - elapsed: Nanoseconds of a clock that only goes forward.
  package init(
    registry: SessionRegistry, catalogue: AppCatalogue, journal: any Journal, webhooks: WebhookSender,
    configuration: Configuration, appKeys: AppKeys = AppKeys(), metrics: MetricsPage = MetricsPage(),
    log: RequestLog = .silent,
    now: @escaping @Sendable () -> Int64, elapsed: @escaping @Sendable () -> Int64 = { Int64(Stopwatch.now) }
  ) {
    let httpMetrics = HTTPMetrics(
      API.routes.map { ($0.method, $0.template) }, log: log, proxies: configuration.trustedProxies)
    metrics.add { httpMetrics.report(in: &$0) }
    self.metrics = metrics
    self.httpMetrics = httpMetrics
    self.appKeys = appKeys
    self.registry = registry
    self.catalogue = catalogue
    self.journal = journal
    self.webhooks = webhooks
    readiness = Readiness(journal: journal, elapsed: elapsed)
    self.configuration = configuration
    self.now = now
    self.elapsed = elapsed
    quotas = QuotaTables(configuration.quotas)
    jsonDepth = JSONDepth(values: configuration.jsonDepth, containers: registry.treeDepth)
    imports = ListenerPermits(configuration.imports)
    TemporaryFile.removeLeftovers(in: configuration.importFolder)
  }

  /// From now on `/readyz` says that no more is to be sent here.
  package func beginDraining() {
    isDraining.store(true, ordering: .relaxed)
  }

  var isTakingRequests: Bool { !isDraining.load(ordering: .relaxed) }

  /// Answers a request, at once or later, on any thread.
  package func respond(to request: Request, writer: any ResponseWriter) {
    let origin = origin(of: request)
    guard configuration.allowedHosts.allow(request) else {
      return exchange(request, origin, writer).send(.misdirected(request))
    }
    if request.isEncoded { return exchange(request, origin, writer).send(.unsupportedCoding(of: request)) }
    if let table = quotas.requests, let problem = overdrawn(request, writer, table) {
      return exchange(request, origin, writer).send(problem)
    }
    switch router.match(request) {
    case .found(let route, let parameters):
      let keeping =
        route.endpoint.keepsAnswer && request.value(of: "idempotency-key") != nil ? KeepingReply(writer) : nil
      let exchange = Exchange(
        request, parameters, caller(of: request, route.endpoint, parameters), origin: origin, keeping ?? writer,
        RequestTimer(of: route.endpoint.number, in: httpMetrics), jsonDepth: jsonDepth, keeping: keeping)
      do throws(Problem) {
        try checkOrigin(of: request)
        try checkAccepts(request, route.endpoint)
        try exchange.checkQuery(route.endpoint.parameters)
        if try isAllowed(exchange, route.endpoint) { try run(route.endpoint, exchange) }
      } catch {
        exchange.send(error)
      }
    case .methodNotAllowed(let allowed):
      notAllowed(exchange(request, origin, writer), allowed)
    case .notFound:
      notFound(exchange(request, origin, writer))
    }
  }

  /// Does what the request asks for, which its caller may ask for.
  func run(_ endpoint: Endpoint, _ exchange: Exchange) throws(Problem) {
    if registry.isFull { try checkRoom(exchange, endpoint) }
    // Content that is still to come is part of what the key stands for.
    guard exchange.keeping != nil, !endpoint.streamsContent else { return try endpoint.run(self, exchange) }
    try runOnce(endpoint, exchange)
  }

  /// One that no route is for.
  private func exchange(_ request: Request, _ origin: AnswerOrigin, _ writer: any ResponseWriter) -> Exchange {
    Exchange(
      request, Parameters(), .anyone, origin: origin, writer, RequestTimer(of: nil, in: httpMetrics),
      jsonDepth: jsonDepth)
  }

  /// The answer to bytes that were no request.
  package func response(to error: RequestError) -> Response {
    var response = Problem(error).response(
      instance: "", requestID: "r_" + String(UInt64.random(in: .min ... .max), radix: 36))
    response.closes = true
    return response
  }

  private func checkAccepts(_ request: Request, _ endpoint: Endpoint) throws(Problem) {
    let content = endpoint.content
    guard !request.accepts(content.type, content.subtype), content != .file else { return }
    if endpoint.alternatives.contains(where: { request.accepts($0.type, $0.subtype) }) { return }
    throw Problem(
      406, "not-acceptable", "The answer is `\(content.type)/\(content.subtype)`, which the Accept field does not take."
    )
  }

  private func notAllowed(_ exchange: Exchange, _ allowed: [Method]) {
    let method = exchange.request.method
    if method == .options { return exchange.send(options(exchange.request, allowed)) }
    if method == .other { return exchange.send(Self.notImplemented(exchange.request)) }
    let list = allowed.map(\.rawValue).joined(separator: ", ")
    var problem = Problem(
      405, "method-not-allowed", "\(exchange.request.methodText) is not for this path; it takes \(list).")
    problem.allowed = allowed
    exchange.send(problem)
  }

  private func notFound(_ exchange: Exchange) {
    let request = exchange.request
    if request.method == .other { return exchange.send(Self.notImplemented(request)) }
    if request.method == .options, request.pathText == "*" {
      return exchange.send(options(request, Method.allCases.filter { $0 != .other }))
    }
    exchange.send(Problem(404, "no-such-path", "There is nothing at `\(request.pathText)`."))
  }

  private static func notImplemented(_ request: Request) -> Problem {
    Problem(501, "method-not-implemented", "The method \(request.methodText) is not known here.")
  }
}
