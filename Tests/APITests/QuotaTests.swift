import API
import Support
import HTTP
import JSON
import Sessions
import Testing

@Suite("Quotas", .closesAPIs)
struct QuotaTests {
  private let one = "X-Forwarded-For: 192.0.2.1"
  private let other = "X-Forwarded-For: 192.0.2.2"

  /// Runs `body` with a server that trusts a proxy on this machine, which forwards the address of the client.
  private func withProxy(
    _ configure: (inout Quotas) -> Void, _ body: (APIHarness) async throws -> Void
  ) async throws {
    let networks = [try #require(IPNetwork("127.0.0.0/8"))]
    try await withAPI(.live) {
      $0.trustedProxies.networks = networks
      configure(&$0.quotas)
    } _: {
      try await body($0)
    }
  }

  @Test("The request quota of each address covers all paths, and a refusal has the retry time")
  func requests() async throws {
    try await withProxy({ $0.requests = Rate(1, inSeconds: 2, burst: 3) }) { harness in
      for path in ["/v1/apps", "/nowhere"] { _ = try await harness.send("GET", path, nil, one) }
      #expect(try await harness.send("BREW", "/v1/apps", nil, one).status == 501)
      let refused = try await harness.send("GET", "/livez", nil, one)
      try expectProblem(refused, 429, "too-many-requests", says: "2 s")
      #expect(refused["Retry-After"] == "2")
      #expect(try await harness.send("GET", "/livez", nil, other).status == 200)
      harness.clock.advance(1_001)
      let early = try await harness.send("GET", "/livez", nil, one)
      #expect(early["Retry-After"] == "1")
      harness.clock.advance(999)
      #expect(try await harness.send("GET", "/livez", nil, one).status == 200)
      #expect(try await harness.send("GET", "/livez", nil, one).status == 429)
    }
  }

  @Test("The request quota counts an IPv6 network as one client and exempts local addresses")
  func addresses() async throws {
    try await withProxy({ $0.requests = Rate(1, inSeconds: 1, burst: 1) }) { (harness: APIHarness) async throws in
      let status = { (address: String) async throws -> Int in
        try await harness.send("GET", "/livez", nil, "X-Forwarded-For: \(address)").status
      }
      for address in ["127.0.0.1", "::1", "127.9.9.9, 127.0.0.1", "unknown"] {
        for _ in 0..<3 { #expect(try await status(address) == 200) }
      }
      for _ in 0..<3 {
        let local = try await harness.send("GET", "/livez")
        #expect(local.status == 200)
      }
      #expect(try await status("2001:db8:0:1::1") == 200)
      #expect(try await status("2001:db8:0:1:ffff::2") == 429)
      #expect(try await status("2001:db8:0:2::1") == 200)
      // An address that the client itself has written into the field is ignored.
      #expect(try await status("1.2.3.4, 2001:db8:0:2::9") == 429)
    }
  }

  @Test("The action quota applies to each session and counts every action of a batch", arguments: Way.allCases)
  func actions(way: Way) async throws {
    let harness = try await openAPI(way, configure: { $0.quotas.actions = Rate(1, inSeconds: 1, burst: 4) })
    let (session, neighbour) = (try await harness.session(), try await harness.session())
    let batch = #"{"actions": [{"type": "increment"}, {"type": "increment"}]}"#
    #expect(try await harness.send("POST", session + "/actions", batch).status == 200)
    #expect(try await harness.send("POST", session + "/push").status == 200)
    #expect(try await harness.send("POST", session + "/undo").status == 200)
    for path in ["/push", "/actions", "/redo", "/jump", "/timers/t1/fire"] {
      let body = path == "/jump" ? #"{"revision": 1}"# : #"{"type": "push"}"#
      let answer = try await harness.send(
        "POST", session + path, ["/push", "/actions", "/jump"].contains(path) ? body : nil)
      try expectProblem(answer, 429, "too-many-actions", says: "1 s")
      #expect(answer["Retry-After"] == "1")
    }
    #expect(try await harness.send("GET", session).json()["revision"] == 4)
    #expect(try await harness.send("POST", neighbour + "/push").status == 200)
    harness.clock.advance(1_000)
    #expect(try await harness.send("POST", session + "/push").status == 200)
    let message = #"{"to": "\#(neighbour.split(separator: "/").last ?? "")", "action": {"type": "push"}}"#
    try expectProblem(try await harness.send("POST", session + "/messages", message), 429, "too-many-actions")
  }

  @Test("The creation quota of an address counts forks, but not rejected requests")
  func creations() async throws {
    try await withProxy({ $0.creations = Rate(2, inSeconds: 60, burst: 2) }) { harness in
      let session = try await harness.session(#"{"app": "counter"}"#, one).path
      #expect(try await harness.send("POST", "/v1/sessions", #"{"app": "none"}"#, one).status == 422)
      #expect(try await harness.send("POST", session + "/fork", nil, one).status == 201)
      for path in ["/v1/sessions", session + "/fork"] {
        let answer = try await harness.send("POST", path, path == "/v1/sessions" ? #"{"app": "counter"}"# : nil, one)
        try expectProblem(answer, 429, "too-many-creations", says: "address")
        #expect(answer["Retry-After"] == "30")
      }
      #expect(try await harness.send("POST", session + "/fork", nil, other).status == 201)
      harness.clock.advance(30_000)
      #expect(try await harness.send("POST", session + "/fork", nil, one).status == 201)
    }
  }

  @Test("The creation quota of an address does not apply to the admin", arguments: [true, false])
  func adminCreations(asksForTokens: Bool) async throws {
    let networks = [try #require(IPNetwork("127.0.0.0/8"))]
    try await withAPI(.live) {
      $0.trustedProxies.networks = networks
      $0.quotas.creations = Rate(1, inSeconds: 60, burst: 1)
      $0.adminTokenHashes = [SHA256.hash(Array(AuthorizationTests.admin.utf8))]
      $0.requiresToken = asksForTokens
    } _: { (harness: APIHarness) async throws in
      for _ in 0..<3 {
        let answer = try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#, one, admin)
        #expect(answer.status == 201)
      }
    }
  }

  @Test("The creation quota of an app key applies to each key separately")
  func keyCreations() async throws {
    try await withTokens(.inProcess, configure: { $0.quotas.creationsPerKey = Rate(2, inSeconds: 60, burst: 2) }) {
      harness in
      let keys = try await ["web", "phone"].mapAsync { name in
        let answer = try await harness.send("POST", "/v1/apps/counter/keys", #"{"name": "\#(name)"}"#, admin)
        return bearer(try #require(try answer.json()["key"]?.stringValue))
      }
      let create = { (line: String) in try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#, line) }
      for _ in 0..<2 { #expect(try await create(keys[0]).status == 201) }
      try expectProblem(try await create(keys[0]), 429, "too-many-creations", says: "app key")
      #expect(try await create(keys[1]).status == 201)
      for _ in 0..<3 { #expect(try await create(admin).status == 201) }
    }
  }

  @Test("A full memory quota of an app blocks its key's creations and its streams, not the admin")
  func share() async throws {
    var limits = SessionLimits()
    limits.memoryPerApp = 1
    let harness = try await openAPIWithTokens(.inProcess, limits: limits)
    let (path, token) = try await harness.session(#"{"app": "counter"}"#, admin)
    let answer = try await harness.send("POST", "/v1/apps/counter/keys", #"{"name": "web"}"#, admin)
    let key = bearer(try #require(try answer.json()["key"]?.stringValue))
    let refused = try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#, key)
    try expectProblem(refused, 503, "memory-full", says: "counter")
    let silent = try await harness.send("GET", path + "/events", nil, bearer(token), "Accept: text/event-stream")
    try expectProblem(silent, 503, "memory-full", says: "counter")
    #expect(try await harness.send("POST", path + "/push", nil, bearer(token)).status == 200)
    #expect(try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#, admin).status == 201)
  }

  @Test("The total creation quota also counts requests from this machine", arguments: Way.allCases)
  func creationsInAll(way: Way) async throws {
    let (harness, session) = try await openSession(
      way, configure: { $0.quotas.creationsInAll = Rate(1, inSeconds: 60, burst: 1) })
    for path in ["/v1/sessions", session + "/fork"] {
      let answer = try await harness.send("POST", path, path == "/v1/sessions" ? #"{"app": "counter"}"# : nil)
      try expectProblem(answer, 429, "too-many-creations", says: "60 s")
    }
    harness.clock.advance(60_000)
    _ = try await harness.session()
  }

  @Test("The listener quotas of a session and of the server cover streams and long polls", arguments: [1, 2])
  func listeners(perSession: Int) async throws {
    var limits = SessionLimits()
    limits.listeners = perSession
    let harness = try await openAPI(.inProcess, limits: limits, configure: { $0.quotas.listeners = 2 })
    let client = InProcessClient(api: harness.api)
    let (session, neighbour) = (try await harness.session(), try await harness.session())
    let streams = [
      try #require(try await client.listen(session + "/events")),
      try #require(try await client.listen((perSession == 1 ? neighbour : session) + "/events")),
    ]
    let status = perSession == 1 ? 429 : 503
    for lines in [["Accept: text/event-stream"], ["Prefer: wait=5", "If-None-Match: \"1\""]] {
      let path = session + (lines.count == 1 ? "/events" : "")
      let poll = try client.poll(path, lines[0], lines.count == 1 ? "Accept-Language: de" : lines[1])
      // The limit of the server is reached, and it is checked first.
      #expect(await poll.answer.value.status == 503)
    }
    streams[1].leave()
    let answer = try await harness.send("GET", session + "/events", nil, "Accept: text/event-stream")
    if perSession == 1 {
      try expectProblem(
        answer, status, "too-many-listeners", says: "Event stream limit reached for this session: 1 are open")
      #expect(answer["Retry-After"] == "5")
    } else {
      #expect(answer.status == 200)
    }
    #expect(try await harness.send("GET", session).status == 200)
    streams[0].leave()
    #expect(try await client.listen(session + "/events") != nil)
  }

  @Test("At the memory ceiling, further sessions are refused and loaded sessions keep working", arguments: Way.allCases)
  func memory(way: Way) async throws {
    var limits = SessionLimits()
    limits.memoryCeiling = 1
    let (harness, session) = try await openSession(way, limits: limits)
    for (method, path, body) in [
      ("POST", "/v1/sessions", #"{"app": "counter"}"#), ("POST", session + "/fork", nil),
      ("GET", "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA", nil),
    ] {
      let answer = try await harness.send(method, path, body)
      try expectProblem(answer, 503, "memory-full")
      #expect(answer["Retry-After"] == "1")
    }
    #expect(try await harness.send("POST", session + "/push").status == 200)
    #expect(try await harness.send("GET", session).status == 200)
    #expect(try await harness.send("GET", "/v1/apps").status == 200)
    #expect(try await harness.send("DELETE", session).status == 204)
    #expect(try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#).status == 201)
  }

  @Test("The problem memory-full is returned only to authorized requests", arguments: Way.allCases)
  func memoryAndTokens(way: Way) async throws {
    var limits = SessionLimits()
    limits.memoryCeiling = 1
    let harness = try await openAPIWithTokens(way, limits: limits)
    let admin = "Authorization: Bearer \(AuthorizationTests.admin)"
    let (session, token) = try await harness.session(#"{"app": "counter"}"#, admin)
    let unknown = "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA"
    for path in [unknown, unknown + "/events", "/v1/sessions/x"] {
      try expectProblem(try await harness.send("GET", path), 401, "no-token")
      let wrong = try await harness.send("GET", path, nil, "Authorization: Bearer \(token)")
      try expectProblem(wrong, 404, "no-such-session")
    }
    try expectProblem(try await harness.send("GET", unknown, nil, admin), 503, "memory-full")
    #expect(try await harness.send("GET", session, nil, "Authorization: Bearer \(token)").status == 200)
  }

  @Test("At the memory ceiling, idle sessions are evicted for new requests")
  func makesRoom() async throws {
    var limits = SessionLimits()
    limits.memoryCeiling = 1
    limits.memory = 1
    let (harness, session) = try await openSession(.inProcess, limits: limits)
    // The session is evicted once its snapshot is stored. Each refused request triggers the eviction.
    var status = 503
    while status == 503 { status = try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#).status }
    #expect(status == 201)
    while status != 200 { status = try await harness.send("GET", session).status }
  }
}

extension Sequence {
  fileprivate func mapAsync<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
