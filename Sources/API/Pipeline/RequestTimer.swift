import HTTP
import Support
import Synchronization

/// The measurement of a request until its response. Each request is counted once.
struct RequestTimer: ~Copyable, Sendable {
  private let route: Int?
  private let httpMetrics: HTTPMetrics
  // Not the clock of the event loop: its ticks take 4 ms, most responses less than one (docs/decisions/0024).
  private let stopwatch = Stopwatch()
  private let state = Atomic(State.open)
  /// nil: the request is not traced.
  let span: TraceSpan?

  private enum State: UInt8, AtomicRepresentable {
    case open
    /// The client waits for a change; the duration does not measure the server.
    case waiting
    case counted
  }

  /// - Parameter route: The route's index in the table; nil if it is not in the table.
  init(of route: Int?, in httpMetrics: HTTPMetrics, for request: Request) {
    span = httpMetrics.tracer?.begin(underClient: request.value(of: "traceparent").flatMap(TraceContext.init))
    self.route = route
    self.httpMetrics = httpMetrics
  }

  /// Excludes the duration from the metrics, because the response waits for a change.
  func mayTakeLong() {
    // Not a plain store: a request that is counted already must not be counted again.
    _ = state.compareExchange(expected: .open, desired: .waiting, ordering: .relaxed)
  }

  /// Counts the request when it is answered or abandoned. Only the first call counts.
  ///
  /// - Parameter content: nil: it is a stream.
  func end(with status: Int, _ content: [UInt8]?, _ exchange: Exchange) {
    let former = state.exchange(.counted, ordering: .relaxed)
    guard former != .counted else { return }
    let nanoseconds = stopwatch.nanoseconds
    httpMetrics.count(route, status: status, nanoseconds: former == .waiting ? nil : nanoseconds)
    let isLogged = httpMetrics.log.isComplete() || status == 500
    guard isLogged || span?.isSampled == true else { return }
    let problem = status >= 400 ? content.flatMap { Problem.code(in: $0) } : nil
    if let span { httpMetrics.tracer?.end(span, httpMetrics.template(of: route), status, problem, exchange) }
    if isLogged { tell(status, content?.count, problem, nanoseconds, exchange) }
  }

  /// The bits of the id. They combine the start time and the exchange, since two requests may start together.
  func idBits(of exchange: Exchange) -> UInt64 {
    // SplitMix64 maps adjacent inputs to distant ids.
    let moment = UInt64(bitPattern: Int64(stopwatch.start)) ^ UInt64(UInt(bitPattern: ObjectIdentifier(exchange))) << 32
    var bits = httpMetrics.seed &+ moment &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  private func tell(
    _ status: Int, _ bytes: Int?, _ problem: String?, _ nanoseconds: Int, _ exchange: Exchange
  ) {
    let (request, template) = (exchange.request, httpMetrics.template(of: route))
    let ofSession = template?.hasPrefix("/v1/sessions/{id}") ?? false
    httpMetrics.log.tell(
      RequestReport(
        method: request.methodText, path: request.pathText, route: template, status: status, problem: problem,
        bytes: bytes, session: ofSession ? exchange.sessionText : nil, credential: exchange.credential,
        nanoseconds: nanoseconds,
        id: exchange.requestID,
        client: exchange.peer.map { httpMetrics.proxies.client(of: request, from: $0) },
        trace: request.value(of: "traceparent").flatMap(TraceContext.init)))
  }
}
