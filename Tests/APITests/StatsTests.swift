import ExampleApps
import JSON
import Testing

@testable import API
@testable import Sessions

@Suite(.closesAPIs) struct StatsTests {
  private static let path = "/v1/apps/routing/stats?by="

  private func stats(_ harness: APIHarness, _ query: String, _ path: String = Self.path) async throws -> JSONValue {
    let answer = try await harness.send("GET", path + query)
    #expect(answer.status == 200, "\(answer.text)")
    return try answer.json()
  }

  /// The items that a count of the list has.
  private func recount(_ harness: APIHarness, _ names: [String]) async throws -> Set<JSONValue> {
    let list = try await harness.send("GET", "/v1/sessions?app=routing&limit=1000").json()
    var counts: [JSONObject: Int64] = [:]
    for session in list["items"]?.arrayValue ?? [] {
      let all: [String: JSONValue] = [
        "route": session["current"]?["route"] ?? .null, "version": session["appVersion"] ?? .null,
        "label:store": session["labels"]?["store"] ?? .null,
      ]
      counts[JSONObject(names.map { ($0, all[$0] ?? .null) }), default: 0] += 1
    }
    return Set(
      counts.map { group, count in
        var item = group
        item["sessions"] = .integer(count)
        return .object(item)
      })
  }

  @Test(arguments: [false, true])
  func `Statistics agree with a recount of the list, and load no session`(isUnloaded: Bool) async throws {
    var limits = SessionLimits()
    if isUnloaded { limits.memory = 0 }
    let harness = try await openAPI(.inProcess, apps: BuiltInApps.apps, limits: limits)
    for number in 0..<40 {
      let labels = number % 3 == 0 ? "" : #", "labels": {"store": "\#(["berlin", "oslo", "a:b"][number % 5 % 3])"}"#
      let path = try await harness.session(#"{"app": "routing"\#(labels)}"#).path
      if number % 4 == 1 { _ = try await harness.send("POST", path + "/actions", #"{"type":"openModal"}"#) }
      if number % 4 == 2 { _ = try await harness.send("POST", path + "/actions", #"{"type":"openFirst"}"#) }
      if number % 9 == 8 { _ = try await harness.send("DELETE", path) }
    }
    _ = try await harness.session()
    while isUnloaded, harness.registry.loadedCount > 0 {
      harness.registry.unloadIfNeeded()
      await Task.yield()
    }
    let loaded = harness.registry.loadedCount
    for names in [["route"], ["version"], ["label:store"], ["label:store", "version", "route"]] {
      let stats = try await stats(harness, names.joined(separator: ","))
      let items = stats["items"]?.arrayValue ?? []
      #expect(Set(items) == (try await recount(harness, names)) && Set(items).count == items.count)
      #expect(stats["total"] == 36 && stats["asOf"] == "2026-01-02T03:04:05.678Z")
      let sessions = items.compactMap { $0["sessions"]?.integerValue }
      #expect(sessions == sessions.sorted(by: >))
    }
    #expect(harness.registry.loadedCount == loaded)
  }

  @Test(arguments: Way.allCases)
  func `Statistics are limited to sessions that changed after a time, and sorted`(way: Way) async throws {
    let harness = try await openAPI(way, apps: BuiltInApps.apps)
    var paths: [String] = []
    for store in ["b", "a", "c"] {
      paths.append(try await harness.session(#"{"app": "routing", "labels": {"store": "\#(store)"}}"#).path)
    }
    paths.append(try await harness.session(of: "routing"))
    harness.clock.advance(1)
    _ = try await harness.send("POST", paths[2] + "/actions", #"{"type":"openModal"}"#)
    #expect(
      try await harness.send("GET", Self.path + "label:store").text
        == #"{"asOf":"2026-01-02T03:04:05.679Z","total":4,"items":[{"label:store":null,"sessions":1},"#
        + #"{"label:store":"a","sessions":1},{"label:store":"b","sessions":1},{"label:store":"c","sessions":1}]}"#)
    let later = try await stats(harness, "label:store,route&updatedAfter=2026-01-02T03:04:05.678Z")
    #expect(later["items"] == [["route": "home", "label:store": "c", "sessions": 1]])
    #expect(try await stats(harness, "route&updatedAfter=2026-01-02T03:04:05.679Z")["items"] == [])
  }

  @Test func `Statistics of more than 1,000 groups are refused`() async throws {
    let harness = try await openAPI(.inProcess, apps: BuiltInApps.apps)
    func add(_ number: Int) async throws -> String {
      try await harness.session(#"{"app": "routing", "labels": {"n": "\#(number)"}}"#).path
    }
    for number in 1...1_000 { _ = try await add(number) }
    let items = try await stats(harness, "label:n")["items"]?.arrayValue
    #expect(items?.count == 1_000)
    let last = try await add(1_001)
    for _ in 0..<2 {
      try expectProblem(
        try await harness.send("GET", Self.path + "label:n"), 422, "too-many-groups", says: "1000")
      // Its row is behind now.
      _ = try await harness.send("POST", last + "/actions", #"{"type":"openModal"}"#)
    }
    #expect(try await stats(harness, "version")["items"] == [["version": 1, "sessions": 1_001]])
  }

  @Test(arguments: [
    ("?by=moon", "moon"), ("?by=route,", "\"\""), ("?by=label:", "label:NAME"), ("?by=route,version,route", "twice"),
    ("", "required"), ("?by=route&updatedAfter=yesterday", "RFC 3339"),
    ("?by=" + (0...18).map { "label:\($0)" }.joined(separator: ","), "the limit is 18"),
  ])
  func `Statistics by anything else are refused`(query: String, text: String) async throws {
    let harness = try await openAPI(.inProcess)
    let answer = try await harness.send("GET", "/v1/apps/counter/stats" + query)
    try expectProblem(answer, 400, query.isEmpty ? "missing-parameter" : "bad-parameter", says: text)
    try expectProblem(try await harness.send("GET", "/v1/apps/nope/stats?by=route"), 404, "no-such-app")
  }

  @Test func `Statistics include the sessions of a withdrawn app`() async throws {
    let harness = try await openAPI(.inProcess)
    _ = try await harness.send(
      "PUT", "/v1/apps/shop", #"{"app": "shop", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}}}"#)
    _ = try await harness.session(of: "shop")
    _ = try await harness.send("DELETE", "/v1/apps/shop")
    #expect(try await stats(harness, "route", "/v1/apps/shop/stats?by=")["total"] == 1)
  }

  @Test func `Statistics are for the admin and operators who may read sessions of the app`() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let path = "/v1/apps/counter/stats?by=route"
    let token = try await harness.session(#"{"app": "counter"}"#, admin).token
    let (all, own) = (
      try await harness.operator("all", ["read"]), try await harness.operator("own", ["read"], ["apps": ["counter"]])
    )
    for line in [admin, all.line, own.line] {
      #expect(try await harness.send("GET", path, nil, line).status == 200)
    }
    try expectProblem(try await harness.send("GET", path), 401, "no-token")
    let (apps, foreign) = (
      try await harness.operator("apps", ["apps"]), try await harness.operator("other", ["read"], ["apps": ["shop"]])
    )
    for line in [bearer(token), apps.line] {
      #expect(try await harness.send("GET", path, nil, line).status == 403)
    }
    try expectProblem(try await harness.send("GET", path, nil, foreign.line), 404, "no-such-app")
  }
}

@Suite(.closesAPIs) struct FlowTableTests {
  @Test(arguments: Way.allCases)
  func `Stats and flows are tables for who prefers CSV, with quotes where they are needed`(way: Way) async throws {
    let harness = try await openAPI(way)
    let session = try await harness.session(#"{"app": "counter", "labels": {"store": "a \"b\", c"}}"#).path
    _ = try await harness.send("POST", session + "/push", #"{"route": "counter"}"#)
    let stats = try await harness.send("GET", "/v1/apps/counter/stats?by=route,label:store", nil, "Accept: text/csv")
    #expect(stats["Content-Type"] == "text/csv; charset=utf-8")
    #expect(stats.text == "route,label:store,sessions\r\ncounter,\"a \"\"b\"\", c\",1\r\n")
    let flows = try await harness.send("GET", "/v1/apps/counter/flows", nil, "Accept: text/csv")
    #expect(flows.text == "from,to,by,count\r\n,counter,other,1\r\ncounter,counter,push,1\r\n")
    let json = try await harness.send("GET", "/v1/apps/counter/flows").json()
    #expect(json["edges"]?.arrayValue?.count == 2 && json["routes"]?.arrayValue?.first?["entries"] == 2)
    let refused = try await harness.send("GET", "/v1/apps/counter/flows?label=name:Kari")
    try expectProblem(refused, 422, "bad-member", says: "neither")
    #expect(try await harness.send("GET", "/v1/apps/counter/flows?from=2999-01-01T00:00:00Z").status == 200)
    try expectProblem(try await harness.send("GET", "/v1/apps/none/flows"), 404, "no-such-app", says: "none")
  }

  @Test func `A screen whose route a migration renames is counted by its new name from then on`() async throws {
    let harness = try await openAPI(.live)
    for (version, route) in [(1, "contact"), (2, "renter")] {
      let definition = #"""
        {"app": "hire", "version": \#(version), "root": {"kind": "stack", "initial": "home"},
         "migrate": {"1": {"routes": {"contact": "renter"}}}, "routes": {"home": {}, "\#(route)": {}, "paid": {}}}
        """#.replacing(version == 1 ? #""migrate": {"1": {"routes": {"contact": "renter"}}},"# : "-", with: "")
      #expect(try await harness.send("PUT", "/v1/apps/hire", definition).status == 201)
    }
    let session = try await harness.session(#"{"app": "hire", "version": 1}"#).path
    func push(_ route: String) async throws {
      #expect(try await harness.send("POST", session + "/push", #"{"route": "\#(route)"}"#).status == 200)
    }
    try await push("contact")
    _ = try await harness.send("POST", "/v1/apps/hire/migrations", #"{"from": 1, "to": 2}"#)
    _ = try await harness.finish("b_1")
    try await push("paid")
    let flows = try await harness.send("GET", "/v1/apps/hire/flows?version=2").json()
    #expect(flows["edges"]?.arrayValue?.map { $0["from"] } == ["renter"])
    let routes = flows["routes"]?.arrayValue ?? []
    #expect(Set(routes.compactMap { $0["route"]?.stringValue }) == ["renter", "paid"])
    #expect(routes.first { $0["route"] == "renter" }?["exits"] == 1)
  }
}
