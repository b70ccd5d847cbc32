import HTTP
import Metrics
import Navigation
import Sessions
import Synchronization
import Webhooks

/// The HTTP API of the sessions: contract section 4.
///
/// It owns no session state and does not write sessions to disk; the registry and the journal do.
package final class API: Sendable {
  let registry: SessionRegistry
  let catalogue: AppCatalogue
  let journal: any Journal
  let webhooks: WebhookSender
  let configuration: Configuration
  let now: @Sendable () -> Int64
  /// Nanoseconds of a monotonic clock.
  let elapsed: @Sendable () -> Int64
  let quotas: QuotaTables
  /// One permit for each import in progress.
  let imports: ListenerPermits
  let definitions = RunningDefinitions()
  let metrics: MetricsPage
  let httpMetrics: HTTPMetrics
  let appKeys: AppKeys
  let tickets = StreamTickets()
  /// The check whether the database accepts writes.
  package let readiness: Readiness
  private let router = Router(API.numberedRoutes)
  /// The number of listeners so far; each listener's id is derived from it.
  let listeners = Atomic<Int>(0)
  let documents = Documents()
  private let jsonDepth: JSONDepth
  private let isDraining = Atomic<Bool>(false)

  package struct Configuration: Sendable {
    /// Whether requests need a token.
    package var requiresToken = false
    /// SHA-256 of the admin token; nil when there is none.
    package var adminTokenHash: [UInt8]?
    /// Origins whose pages may call the API (CORS), exactly as browsers send them.
    package var allowedOrigins: [String] = []
    /// Whether changes by pages of other origins are rejected. Without tokens nothing else prevents them.
    package var refusesForeignPages = false
    package var allowedHosts = AllowedHosts.all
    package var trustedProxies = TrustedProxies()
    /// The maximum number of actions in one batch.
    package var batch = 100
    /// The maximum nesting depth of objects and arrays in the JSON of a request.
    package var jsonDepth = 64
    /// The maximum number and size in bytes of events queued for a client during its replay.
    package var queuedEvents = 256
    package var queuedBytes = 256 << 10
    /// The maximum duration of a lease, in seconds.
    package var leaseSeconds = 3_600
    /// Whether callers other than the admin may read a session's history and undo changes.
    package var allowsClientUndo = true
    package var quotas = Quotas()
    /// The maximum number of concurrent imports.
    package var imports = 8
    /// The folder that holds the content of imports until it is complete.
    package var importFolder = "/tmp"

    package init() {}
  }

  /// - Parameters:
  ///   - metrics: The page for `GET /metrics`; the API adds its request metrics to it.
  ///   - log: The log that receives request reports.
  ///   - now: Milliseconds since 1970.
  ///   - elapsed: Nanoseconds of a monotonic clock.
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

  /// Makes `/readyz` report that the server is draining.
  package func beginDraining() {
    isDraining.store(true, ordering: .relaxed)
  }

  var isTakingRequests: Bool { !isDraining.load(ordering: .relaxed) }

  /// Responds to a request, immediately or later, on any thread.
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

  /// Runs the endpoint for an authorized request.
  func run(_ endpoint: Endpoint, _ exchange: Exchange) throws(Problem) {
    if registry.isFull { try checkRoom(exchange, endpoint) }
    // An idempotency key covers the whole request, and streamed content has not arrived yet.
    guard exchange.keeping != nil, !endpoint.streamsContent else { return try endpoint.run(self, exchange) }
    try runOnce(endpoint, exchange)
  }

  /// An exchange for a request without a route.
  private func exchange(_ request: Request, _ origin: AnswerOrigin, _ writer: any ResponseWriter) -> Exchange {
    Exchange(
      request, Parameters(), .anyone, origin: origin, writer, RequestTimer(of: nil, in: httpMetrics),
      jsonDepth: jsonDepth)
  }

  /// The response to bytes that are not a valid request.
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
