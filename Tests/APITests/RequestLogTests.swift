import HTTP
import Support
import Synchronization
import Testing

@testable import API

private let trace = "0af7651916cd43dd8448eb211c80319c"

@Suite("The request log", .closesAPIs)
struct RequestLogTests {
  /// Records the reports of a log.
  private final class LogRecorder: Sendable {
    let reports = Mutex<[RequestReport]>([])
    func log(isComplete: Bool) -> RequestLog {
      RequestLog(isComplete: isComplete) { report in self.reports.withLock { $0.append(report) } }
    }
    var last: RequestReport? { reports.withLock { $0.last } }
    var count: Int { reports.withLock { $0.count } }
  }

  @Test("A request's report has the client's trace and id, the route template and no query", arguments: Way.allCases)
  func reports(way: Way) async throws {
    let recorder = LogRecorder()
    let harness = try await openAPI(way, log: recorder.log(isComplete: true))
    let path = try await harness.session()
    _ = try await harness.send(
      "GET", path + "/history?limit=5", nil, "X-Request-Id: mine", "traceparent: 00-\(trace)-b7ad6b7169203331-01"
    )
    let report = try #require(recorder.last)
    #expect(report.method == "GET")
    #expect(report.path == path + "/history")
    #expect(report.route == "/v1/sessions/{id}/history")
    #expect(report.status == 200)
    #expect(report.id == "mine")
    #expect(report.trace?.trace == trace)
    #expect(report.trace?.parent == "b7ad6b7169203331")
    #expect(report.nanoseconds > 0)
    #expect(!report.isFault)
  }

  @Test("A request's report has the peer's address, or the one a trusted proxy forwards", arguments: [true, false])
  func clients(isTrusted: Bool) async throws {
    let recorder = LogRecorder()
    try await withAPI(
      .live, log: recorder.log(isComplete: true),
      configure: { if isTrusted { $0.trustedProxies.networks = [IPNetwork("127.0.0.0/8")].compactMap(\.self) } }
    ) { harness in
      _ = try await harness.send("GET", "/livez")
      #expect(recorder.last?.client == IPAddress("127.0.0.1"))
      _ = try await harness.send("GET", "/livez", nil, "X-Forwarded-For: 192.0.2.7")
      #expect(recorder.last?.client == IPAddress(isTrusted ? "192.0.2.7" : "127.0.0.1"))
    }
  }

  @Test(
    "A peer that forwards an address and is not a trusted proxy is reported once", arguments: [true, false],
    ["X-Forwarded-For: 192.0.2.7", "Forwarded: for=192.0.2.7"])
  func untrustedProxies(isTrusted: Bool, field: String) async throws {
    let told = Mutex<[String]>([])
    let log = RequestLog(
      isComplete: false, tell: { _ in }, tellProxy: { address in told.withLock { $0.append(address) } })
    try await withAPI(
      .live, log: log,
      configure: { if isTrusted { $0.trustedProxies.networks = [IPNetwork("127.0.0.0/8")].compactMap(\.self) } }
    ) { harness in
      for _ in 0..<2 {
        _ = try await harness.send("POST", "/v1/handoffs", #"{"code": "AAAAAAAA"}"#, field)
      }
      #expect(told.withLock { $0 } == (isTrusted ? [] : ["127.0.0.1"]))
    }
  }

  @Test("A problem and the request's report have the same id, which differs for each request", arguments: Way.allCases)
  func ids(way: Way) async throws {
    let recorder = LogRecorder()
    let harness = try await openAPI(way, log: recorder.log(isComplete: true))
    var ids: Set<String> = []
    for _ in 1...3 {
      let answer = try await harness.send("GET", "/nothing")
      let id = try #require(try answer.json()["requestId"]?.stringValue)
      #expect(recorder.last?.id == id)
      #expect(recorder.last?.route == nil)
      ids.insert(id)
    }
    #expect(ids.count == 3)
  }

  @Test("An incomplete log reports only requests that failed with status 500")
  func faults() async throws {
    let recorder = LogRecorder()
    let httpMetrics = HTTPMetrics([(.get, "/livez")], log: recorder.log(isComplete: false))
    for status in [200, 404, 499, 500, 501, 503, 507] { try exchange(httpMetrics).send(.empty(status)) }
    #expect(recorder.reports.withLock { $0.map(\.status) } == [500])
    #expect(recorder.last?.isFault == true)
  }

  private func exchange(_ httpMetrics: HTTPMetrics) throws -> Exchange {
    let request = try InProcessClient.parse(Array("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n".utf8)).get()
    return Exchange(
      request, .unrouted, Parameters(), origin: .unspoken, HeldReply { _ in }, httpMetrics, jsonDepth: JSONDepth())
  }

  @Test("The code of a problem is in the request's report and span")
  func problems() throws {
    let (recorder, tracer) = (LogRecorder(), Tracer())
    let httpMetrics = HTTPMetrics([(.get, "/livez")], log: recorder.log(isComplete: true), tracer: tracer)
    try exchange(httpMetrics).send(Problem(409, "covered", "A screen covers it."))
    try exchange(httpMetrics).send(Problem(503, "shutting-down", "The server stops."))
    try exchange(httpMetrics).send(.empty(200))
    try exchange(httpMetrics).send(.empty(500))
    #expect(recorder.reports.withLock { $0.map(\.problem) } == ["covered", "shutting-down", nil, nil])
    let attributes = tracer.takeBatch().map { span in
      span.attributes.filter { ["navstate.problem", "error.type"].contains("\($0.name)") }.map(\.value)
    }
    #expect(
      attributes == [[.text("covered")], [.text("shutting-down"), .text("shutting-down")], [], [.text("500")]])
  }

  @Test(
    "An invalid trace context is ignored",
    arguments: [
      "", "00", "00-\(trace)-b7ad6b7169203331", "00-\(trace)-b7ad6b7169203331-1", "00-\(trace)-b7ad6b716920333-01",
      "ff-\(trace)-b7ad6b7169203331-01", "00-00000000000000000000000000000000-b7ad6b7169203331-01",
      "00-\(trace)-0000000000000000-01", "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
      "00-\(trace)-b7ad6b7169203331-01-00", "00-\(trace)-b7ad6b7169203331-01\"",
    ])
  func noTrace(value: String) {
    #expect(TraceContext(Array(value.utf8)[...]) == nil)
  }

  @Test("A later version of the trace context may have more parts")
  func laterVersion() {
    let value = "cc-\(trace)-b7ad6b7169203331-01-00abc"
    #expect(TraceContext(Array(value.utf8)[...])?.trace == trace)
  }
}
