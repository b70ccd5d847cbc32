import ExampleApps
import JSON
import Testing

@testable import API
@testable import Sessions

@Suite("The session list", .closesAPIs)
struct SessionListTests {
  private func page(_ harness: APIHarness, _ query: String = "") async throws -> (items: [JSONValue], next: String?) {
    let answer = try await harness.send("GET", "/v1/sessions" + query)
    #expect(answer.status == 200, "\(answer.text)")
    let json = try answer.json()
    return (json["items"]?.arrayValue ?? [], json["next"]?.stringValue)
  }

  private func id(_ session: String) -> String { String(session.split(separator: "/").last ?? "") }

  @Test("The session list shows the current screen of each session", arguments: Way.allCases)
  func item(way: Way) async throws {
    let harness = try await openAPI(way, apps: BuiltInApps.apps)
    #expect(try await harness.send("GET", "/v1/sessions").text == #"{"items":[],"next":null}"#)
    let session = try await harness.session(of: "routing")
    harness.clock.advance(1_000)
    _ = try await harness.send("POST", session + "/actions", #"{"type":"openModal"}"#)
    #expect(
      try await harness.send("GET", "/v1/sessions").text
        == #"{"items":[{"id":"\#(id(session))","app":"routing","appVersion":1,"revision":2,"#
        + #""createdAt":"2026-01-02T03:04:05.678Z","updatedAt":"2026-01-02T03:04:06.678Z","#
        + #""current":{"id":"a4","route":"home","path":["home","modal","home"]},"listeners":0}],"next":null}"#)
  }

  @Test("The session list loads no session into memory and agrees with each session", arguments: [true, false])
  func unloaded(isUnloaded: Bool) async throws {
    var limits = SessionLimits()
    if isUnloaded { limits.memory = 0 }
    let harness = try await openAPI(.inProcess, apps: BuiltInApps.apps, limits: limits)
    for (app, action) in [
      ("counter", #"{"type":"push"}"#), ("tabs", #"{"type":"select","index":2}"#),
      ("routing", #"{"actions":[{"type":"openFirst"},{"type":"openModal"},{"type":"openFirst"}]}"#),
      ("colors", #"{"type":"present","route":"color"}"#), ("list", "{}"),
    ] {
      let session = try await harness.session(of: app)
      _ = try await harness.send("POST", session + "/actions", action)
    }
    while isUnloaded, harness.registry.loadedCount > 0 {
      harness.registry.unloadIfNeeded()
      await Task.yield()
    }
    let items = try await page(harness).items
    #expect(items.count == 5)
    #expect(harness.registry.loadedCount == (isUnloaded ? 0 : 5))
    for item in items {
      let session = try await harness.send("GET", "/v1/sessions/" + (item["id"]?.stringValue ?? "")).json()
      for name in ["id", "app", "appVersion", "revision", "createdAt", "updatedAt"] {
        #expect(item[name] == session[name])
      }
      for name in ["id", "route", "path"] { #expect(item["current"]?[name] == session["current"]?[name]) }
    }
  }

  @Test("The pages of the session list contain each session once", arguments: Way.allCases)
  func pages(way: Way) async throws {
    let harness = try await openAPI(way)
    var all: Set<String> = []
    for _ in 0..<120 { all.insert(id(try await harness.session())) }
    for limit in [1, 49, 50, 51, 119, 120, 1_000] {
      var (seen, after) = ([String](), "")
      while true {
        let (items, next) = try await page(harness, "?limit=\(limit)\(after)")
        #expect(items.count <= limit)
        seen += items.compactMap { $0["id"]?.stringValue }
        guard let next else { break }
        after = "&after=\(next)"
      }
      #expect(seen == all.sorted())
    }
  }

  @Test("The session list is filtered by app, route and time", arguments: Way.allCases)
  func filters(way: Way) async throws {
    let harness = try await openAPI(way, apps: BuiltInApps.apps)
    let (counter, routing) = (try await harness.session(), try await harness.session(of: "routing"))
    harness.clock.advance(1)
    _ = try await harness.send("POST", routing + "/actions", #"{"type":"openModal"}"#)
    for (query, found) in [
      ("", [counter, routing]), ("?app=counter", [counter]), ("?app=nope", []), ("?route=modal", [routing]),
      ("?route=counter", [counter]), ("?updatedAfter=2026-01-02T03:04:05.678Z", [routing]),
      ("?updatedAfter=2026-01-02T03:04:05.679Z", []),
      ("?updatedAfter=2026-01-02T03:04:05.677Z&app=counter", [counter]),
    ] {
      let items = try await page(harness, query).items.compactMap { $0["id"]?.stringValue }
      #expect(items.sorted() == found.map(id).sorted(), "\(query)")
    }
  }

  @Test("The session list counts the listeners and omits deleted sessions")
  func listeners() async throws {
    let (harness, session) = try await openSession(.inProcess)
    let stream = try #require(try await InProcessClient(api: harness.api).listen(session + "/events"))
    #expect(try await page(harness).items.map { $0["listeners"] } == [1])
    stream.leave()
    #expect(try await page(harness).items.map { $0["listeners"] } == [0])
    _ = try await harness.send("DELETE", session)
    #expect(try await page(harness).items == [])
  }

  @Test(
    "The session list rejects invalid parameters",
    arguments: ["limit=0", "limit=1001", "after=x", "updatedAfter=yesterday", "updatedAfter=2026-01-02"])
  func faults(query: String) async throws {
    let harness = try await openAPI(.inProcess)
    try expectProblem(try await harness.send("GET", "/v1/sessions?" + query), 400, "bad-parameter")
  }
}
