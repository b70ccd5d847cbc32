import HTTP
import Support

/// Counts requests and their durations, by route. All paths outside the table share one counter, so requests for
/// unknown paths cannot add series to the page.
final class HTTPMetrics: Sendable {
  let log: RequestLog
  let proxies: TrustedProxies
  /// nil: requests are not traced.
  let tracer: Tracer?
  private let table: [(method: Method, template: String)]
  /// The metrics of each route in the table, then those of all other requests.
  private let figures: [RouteMetrics]
  /// A seed that makes request ids differ between starts of the server.
  let seed = UInt64.random(in: .min ... .max)

  private final class RouteMetrics: Sendable {
    /// By the first digit of the status, from 1 to 5.
    let statuses = InlineArray<5, Counter> { _ in Counter() }
    let durations = Histogram.durations()

    var count: Int { statuses.indices.reduce(0) { $0 + statuses[$1].value } }
  }

  init(
    _ table: [(method: Method, template: String)], log: RequestLog, proxies: TrustedProxies = TrustedProxies(),
    tracer: Tracer? = nil
  ) {
    self.table = table
    self.tracer = tracer
    self.proxies = proxies
    self.log = log
    // Made at the start and found by index, so that no request looks up, allocates or locks (docs/decisions/0024).
    figures = (0...table.count).map { _ in RouteMetrics() }
  }

  /// - Parameters:
  ///   - route: The route's index in the table; nil if it is not in the table.
  ///   - nanoseconds: The duration; nil if the client chose to wait, since that does not measure the server.
  func count(_ route: Int?, status: Int, nanoseconds: Int?) {
    let figures = figures[route ?? table.count]
    figures.statuses[min(max(status / 100, 1), 5) - 1].increment()
    if let nanoseconds { figures.durations.observe(nanoseconds) }
  }

  /// The template of a route, for the log.
  func template(of route: Int?) -> String? { route.map { table[$0].template } }

  /// Writes the series of the routes with at least one request, and those of all classes of status, also at 0: the first
  /// failure is an increase only after an earlier value.
  func report(in text: inout MetricsText) {
    text.begin("navstate_http_responses_total", .counter, "Requests answered, by class of status.")
    for status in 0..<5 {
      text.series(figures.reduce(0) { $0 + $1.statuses[status].value }, ["status": "\(status + 1)xx"])
    }
    let asked = figures.indices.filter { figures[$0].count > 0 }
    text.begin("navstate_http_requests_total", .counter, "Requests answered, by route and class of status.")
    for index in asked {
      let (method, template) = labels(index)
      for status in figures[index].statuses.indices where figures[index].statuses[status].value > 0 {
        text.series(
          figures[index].statuses[status].value, ["method": method, "route": template, "status": "\(status + 1)xx"])
      }
    }
    text.begin(
      "navstate_http_request_duration_seconds", .histogram,
      "From the complete request to its answer; to the head of an event stream.")
    for index in asked {
      let (method, template) = labels(index)
      text.series(figures[index].durations, ["method": method, "route": template])
    }
  }

  private func labels(_ index: Int) -> (method: String, template: String) {
    index < table.count ? (table[index].method.rawValue, table[index].template) : ("other", "other")
  }
}
