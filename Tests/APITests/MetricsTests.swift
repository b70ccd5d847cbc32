import Support
import HTTP
import TestSupport
import Sessions
import Testing

@testable import API

@Suite("The metrics endpoint", .closesAPIs)
struct MetricsTests {
  private func metrics(_ harness: APIHarness) async throws -> PrometheusParser {
    let answer = try await harness.send("GET", "/metrics")
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    return try PrometheusParser(answer.text)
  }

  private func requests(_ page: PrometheusParser, _ method: String, _ route: String, _ status: String) -> Double? {
    page["navstate_http_requests_total", ["method": method, "route": route, "status": status]]
  }

  @Test("Requests are counted by method, route template and status class", arguments: Way.allCases)
  func counts(way: Way) async throws {
    let harness = try await openAPI(way)
    let (one, other) = (try await harness.session(), try await harness.session())
    for path in [one, other, other] { _ = try await harness.send("GET", path) }
    _ = try await harness.send("HEAD", one)
    _ = try await harness.send("GET", "/v1/sessions/s_unknown")
    let page = try await metrics(harness)
    #expect(requests(page, "POST", "/v1/sessions", "2xx") == 2)
    #expect(requests(page, "GET", "/v1/sessions/{id}", "2xx") == 4)
    #expect(requests(page, "GET", "/v1/sessions/{id}", "4xx") == 1)
    let labels = ["method": "GET", "route": "/v1/sessions/{id}"]
    #expect(page["navstate_http_request_duration_seconds_count", labels] == 5)
    let sum = try #require(page["navstate_http_request_duration_seconds_sum", labels])
    #expect(sum > 0 && sum < 60)
    // A scrape is counted after its page is written.
    #expect(requests(page, "GET", "/metrics", "2xx") == nil)
    #expect(requests(try await metrics(harness), "GET", "/metrics", "2xx") == 1)
  }

  @Test("Requests that match no route are counted with the method and route label `other`", arguments: Way.allCases)
  func unknown(way: Way) async throws {
    let harness = try await openAPI(way)
    let before = try await metrics(harness).family("navstate_http_requests_total")?.series.count
    for number in 1...20 { _ = try await harness.send("GET", "/nothing/\(number)") }
    _ = try await harness.send("BREW", "/pot")
    _ = try await harness.send("DELETE", "/livez")
    _ = try await harness.send("OPTIONS", "/livez")
    let page = try await metrics(harness)
    #expect(requests(page, "other", "other", "4xx") == 21)
    #expect(requests(page, "other", "other", "5xx") == 1)
    #expect(requests(page, "other", "other", "2xx") == 1)
    // The three series above and the series of the first scrape.
    #expect(page.family("navstate_http_requests_total")?.series.count == (before ?? 0) + 4)
  }

  @Test("Only the admin token reads the metrics if the server requires tokens")
  func access() async throws {
    let configure = { (configuration: inout API.Configuration) in
      configuration.requiresToken = true
      configuration.adminTokenHashes = [SHA256.hash(Array("0123456789abcdef".utf8))]
    }
    let harness = try await openAPI(.inProcess, configure: configure)
    try expectProblem(try await harness.send("GET", "/metrics"), 401, "no-token")
    let (_, token) = try await harness.session(#"{"app": "counter"}"#, "Authorization: Bearer 0123456789abcdef")
    try expectProblem(
      try await harness.send("GET", "/metrics", nil, "Authorization: Bearer \(token)"), 403, "not-allowed")
    let answer = try await harness.send("GET", "/metrics", nil, "Authorization: Bearer 0123456789abcdef")
    #expect(answer.status == 200)
  }

  @Test("The metrics are served for the Accept field of Prometheus, and refused for JSON alone")
  func accepted() async throws {
    let harness = try await openAPI(.inProcess)
    let accept =
      "Accept: application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2"
    #expect(try await harness.send("GET", "/metrics", nil, accept).status == 200)
    let refused = try await harness.send("GET", "/metrics", nil, "Accept: application/json")
    try expectProblem(refused, 406, "not-acceptable")
  }

  @Test("A stream is counted when its head is sent, and a long poll once without its waiting time")
  func waiting() async throws {
    let harness = try await openAPI(.inProcess)
    let path = try await harness.session()
    let client = InProcessClient(api: harness.api)
    let stream = try #require(try await client.listen(path + "/events"))
    let (writer, answer) = try client.poll(path, "If-None-Match: \"1\"", "Prefer: wait=10")
    var page = try await metrics(harness)
    #expect(requests(page, "GET", "/v1/sessions/{id}/events", "2xx") == 1)
    #expect(requests(page, "GET", "/v1/sessions/{id}", "3xx") == nil)
    writer.giveUp()
    #expect(await answer.value.status == 304)
    // The poll has already timed out.
    _ = try await harness.send("POST", path + "/actions", #"{"type": "increment"}"#)
    page = try await metrics(harness)
    #expect(requests(page, "GET", "/v1/sessions/{id}", "3xx") == 1)
    #expect(requests(page, "GET", "/v1/sessions/{id}", "2xx") == nil)
    let labels = ["method": "GET", "route": "/v1/sessions/{id}"]
    #expect(page["navstate_http_request_duration_seconds_count", labels] == 0)
    stream.leave()
  }
}

@Suite("Session metrics", .closesAPIs)
struct SessionMetricsTests {
  private func metrics(_ harness: APIHarness) async throws -> PrometheusParser {
    try PrometheusParser(try await harness.send("GET", "/metrics").text)
  }

  private func outcomes(_ page: PrometheusParser) -> [String: Double] {
    let series = page.family("navstate_actions_total")?.series ?? []
    return Dictionary(uniqueKeysWithValues: series.map { ($0.labels["outcome"] ?? "", page[$0.name, $0.labels] ?? -1) })
      .filter { $0.value != 0 }
  }

  @Test("Actions are counted by outcome, and a batch counts as one action", arguments: Way.allCases)
  func actions(way: Way) async throws {
    let harness = try await openAPI(way)
    let actions = try await harness.session() + "/actions"
    for (body, status) in [
      (#"{"type": "increment"}"#, 200), (#"{"actions": [{"type": "increment"}, {"type": "push"}]}"#, 200),
      (#"{"actions": [{"type": "increment"}, {"type": "decrement"}]}"#, 200), (#"{"type": "dismiss"}"#, 409),
      (#"{"type": "nonsense"}"#, 422), (#"{"type": "undo"}"#, 422), (#"{"type": 7}"#, 422),
    ] {
      #expect(try await harness.send("POST", actions, body).status == status)
    }
    // The last body is no action and does not reach the session.
    #expect(outcomes(try await metrics(harness)) == ["changed": 2, "unchanged": 1, "refused": 1, "invalid": 2])
  }

  @Test("An action refused because of too many waiting actions is counted as busy")
  func busy() async throws {
    var limits = SessionLimits()
    limits.waitingActions = 0
    let harness = try await openAPI(.inProcess, limits: limits)
    let path = try await harness.session()
    #expect(try await harness.send("POST", path + "/actions", #"{"type": "increment"}"#).status == 429)
    #expect(outcomes(try await metrics(harness)) == ["busy": 1])
  }

  @Test("The metrics have the journal's commits and batch sizes and the database's size", arguments: Way.allCases)
  func commits(way: Way) async throws {
    let harness = try await openAPI(way)
    let path = try await harness.session()
    for _ in 1...3 { _ = try await harness.send("POST", path + "/actions", #"{"type": "increment"}"#) }
    let page = try await metrics(harness)
    // One commit for each request, since each request is sent after the response to the previous one.
    #expect(page["navstate_journal_batch_size_count"] == 4)
    #expect(page["navstate_journal_batch_size_bucket", ["le": "1.0"]] == 4)
    #expect(page["navstate_journal_batch_size_sum"] == 4)
    #expect(try #require(page["navstate_journal_commits_total"]) >= 4)
    #expect(try #require(page["navstate_journal_commit_duration_seconds_sum"]) > 0)
    #expect(try #require(page["navstate_database_bytes"]) > 0)
    #expect(try #require(page["navstate_database_log_bytes"]) > 0)
    #expect(page["navstate_journal_waiting"] == 0)
    #expect(page["navstate_sessions_loaded"] == 1)
    #expect(try #require(page["navstate_sessions_memory_bytes"]) > 0)
  }

  @Test("Timers are counted as known and, when their time comes, as due until they have fired")
  func timers() async throws {
    let harness = try await openAPI(.inProcess, apps: [TimerTestApp.app])
    // A timer that is due within a minute is known after the next run of the scheduler.
    while try await metrics(harness)["navstate_timers_known"] == 0 {
      let session = try await harness.session(of: "kettle")
      _ = try await harness.send("POST", session + "/actions", #"{"type": "boil", "after": 1000}"#)
      harness.wakeup.fireIfDue()
    }
    #expect(try await metrics(harness)["navstate_timers_due"] == 0)
    harness.clock.advance(1_000)
    let page = try await metrics(harness)
    #expect(page["navstate_timers_due"] == page["navstate_timers_known"])
    while try await metrics(harness)["navstate_timers_known"] != 0 { harness.wakeup.fireIfDue() }
    #expect(try await metrics(harness)["navstate_timers_due"] == 0)
  }

  @Test("A message is counted as pending until it is delivered", arguments: Way.allCases)
  func messages(way: Way) async throws {
    let harness = try await openAPI(way, apps: [MessageTestApp.app])
    let (here, there) = (try await harness.session(of: "walkie"), try await harness.session(of: "walkie"))
    let recipient = there.split(separator: "/").last ?? ""
    let body = #"{"to": "\#(recipient)", "action": {"type": "hear", "text": "x"}}"#
    for _ in 1...2 { _ = try await harness.send("POST", here + "/messages", body) }
    #expect(try await metrics(harness)["navstate_messages_pending"] == 2)
    while try await metrics(harness)["navstate_messages_pending"] != 0 { harness.post.fireIfDue() }
    #expect(try await harness.send("GET", there).json()["current"]?["state"]?["heard"] == "xx")
  }

  @Test("A listener is counted until it closes its event stream")
  func listeners() async throws {
    let harness = try await openAPI(.inProcess)
    let (one, other) = (try await harness.session(), try await harness.session())
    let client = InProcessClient(api: harness.api)
    var streams: [HeldStream] = []
    for path in [one, one, other] { streams.append(try #require(try await client.listen(path + "/events"))) }
    #expect(try await metrics(harness)["navstate_listeners"] == 3)
    streams[0].leave()
    #expect(try await metrics(harness)["navstate_listeners"] == 2)
    for stream in streams[1...] { stream.leave() }
    #expect(try await metrics(harness)["navstate_listeners"] == 0)
  }

  @Test("The metrics of a new webhook are labelled with its name and are zero", arguments: Way.allCases)
  func webhooks(way: Way) async throws {
    let harness = try await openAPI(way)
    #expect(try await metrics(harness).family("navstate_webhook_parked")?.series.isEmpty == true)
    #expect(try await harness.send("PUT", "/v1/webhooks/orders", Example.webhook).status == 201)
    let page = try await metrics(harness)
    for name in ["deliveries_total", "failures_total", "in_flight", "failing_sessions", "parked"] {
      #expect(page["navstate_webhook_\(name)", ["webhook": "orders"]] == 0, "\(name)")
    }
  }
}
