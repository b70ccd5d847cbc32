import HTTP
import Support
import Navigation
import Sessions
import Webhooks

/// The HTTP API of the sessions.
///
/// Builds the controllers, and carries each request through the ``Stage``s to its route's handler. It owns no session state
/// and does not write sessions to disk; the registry and the journal do.
package final class API: Sendable {
  /// The check whether the database accepts writes.
  package let readiness: Readiness
  /// All routes of the API, each endpoint with its index, without those that name a session by its key.
  let routes: [HTTP.Route<Endpoint>]
  let router: Router<Endpoint>
  private let health: HealthController
  let allowedHosts: AllowedHosts
  let origins: OriginPolicy
  let quotas: QuotaLimiter
  let memory: MemoryLimiter
  let authorizer: Authorizer
  let idempotency: IdempotencyMiddleware
  let paths: KnownPaths
  let httpMetrics: HTTPMetrics
  let jsonDepth: JSONDepth
  let refreshing: Refreshing?
  let definitions: TurnQueue?

  /// Brings the catalogues of apps, keys, operators and webhooks up to date with other processes.
  package typealias Refreshing = @Sendable () async -> Void

  /// - Parameters:
  ///   - metrics: The page for `GET /metrics`; the API adds its request metrics to it.
  ///   - log: The log that receives request reports.
  ///   - refreshing: Called before each request that rests on a catalogue; nil: this process alone changes them.
  ///   - definitions: Does the costly work on definitions of apps; nil: all costly requests are handled at once.
  package init(
    registry: SessionRegistry, catalogue: AppCatalogue, journal: any Journal, webhooks: WebhookSender,
    configuration: Configuration, appKeys: AppKeys = AppKeys(), operators: Operators? = nil,
    metrics: MetricsPage = MetricsPage(),
    log: RequestLog = .silent, refreshing: Refreshing? = nil, definitions: TurnQueue? = nil,
    now: @escaping WallClock, elapsed: @escaping MonotonicClock = { Int64(Stopwatch.now) }
  ) {
    let services = Services(
      registry: registry, catalogue: catalogue, journal: journal, webhooks: webhooks, configuration: configuration,
      appKeys: appKeys, operators: operators ?? Operators(now: now), metrics: metrics, now: now, elapsed: elapsed)
    let dependencies = Dependencies(services, log: log)
    readiness = .forWrites(journal, elapsed: elapsed)
    health = HealthController(readiness: readiness, forReads: .forReads(journal, elapsed: elapsed))
    let routes = API.collectRoutes(services, dependencies, health: health)
    let numbered = routes.numbered
    self.routes = numbered
    router = Router(numbered + numbered.compactMap(\.byKey))
    // Only now: the document describes all routes, its own included.
    dependencies.document.describe(router.routes)
    dependencies.paths.describe(router.routes)
    paths = dependencies.paths
    let httpMetrics = HTTPMetrics(
      numbered.map { ($0.method, $0.template) }, log: log, proxies: configuration.trustedProxies,
      tracer: registry.tracer)
    metrics.add { httpMetrics.report(in: &$0) }
    let appEvents = dependencies.appEvents
    appEvents.start()
    metrics.add { appEvents.source.metrics.report(in: &$0) }
    self.httpMetrics = httpMetrics
    allowedHosts = configuration.allowedHosts
    origins = OriginPolicy(configuration, log: log)
    (quotas, memory, authorizer, idempotency) = (
      dependencies.quotas, dependencies.memory, dependencies.authorizer, dependencies.idempotency
    )
    jsonDepth = JSONDepth(values: configuration.jsonDepth, containers: registry.limits.treeDepth)
    self.refreshing = refreshing
    self.definitions = definitions
    dependencies.requests.connect(to: self)
  }

  /// Replaces the admin tokens by those with these hashes.
  package func setAdminTokens(_ hashes: [[UInt8]]) { authorizer.setAdminTokens(hashes) }

  /// Makes `/readyz` report that the server is draining.
  package func beginDraining() {
    health.beginDraining()
  }

  /// The response to a request before there is an API: the process lives, and serves nothing.
  package static func responseBeforeStart(to request: Request, waitingFor reason: String) -> Response {
    if request.pathText == "/livez", request.method == .get || request.method == .head {
      return Response(status: 200, contentType: "application/json", body: HealthController.alive)
    }
    let problem = Problem(
      503, "storage-unavailable", "The server has not started yet: \(reason). Retry later.",
      retryAfter: 1)
    return problem.response(
      instance: request.pathText, requestID: RequestID.generated(.random(in: .min ... .max)).text)
  }

  /// The response to bytes that are not a valid request.
  package static func response(to error: RequestError) -> Response {
    var response = Problem(error).response(
      instance: "", requestID: RequestID.generated(.random(in: .min ... .max)).text)
    response.closes = true
    response.commonFields = Response.uncached
    return response
  }
}
