import Testing

@testable import API

@Suite("Allowed hosts", .closesAPIs)
struct HostTests {
  private func status(_ host: String, _ hosts: AllowedHosts, _ way: Way, target: String = "/livez") async throws
    -> Answer
  {
    var answer: Answer?
    try await withAPI(way, configure: { $0.allowedHosts = hosts }) { harness in
      let head = "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
      answer = try await harness.client.answer(to: Array(head.utf8), isHead: false)
    }
    return try #require(answer)
  }

  private static let others = [
    "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.1.example:80",
    "localhost.", "a.", "xlocalhost.", "1.2.3.x", "0x7f.0.0.1", "evil.localhostx", "EVIL.EXAMPLE",
    "evil%2ecom", "1.2.3", "999.1.1.1", "1.2.3.4.5", "2130706433", "127.0.0.01", "127.1", "a", "navstate:80",
    "app.localhost", "localhost:99999", "127.0.0.1:65536", "[::1]:70000", "[v1.a]",
  ]

  @Test(
    "Localhost and IP addresses with valid ports are accepted as Host", arguments: Way.allCases,
    [
      "localhost", "LocalHost:8080", "localhost:", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:65535", "[::1]", "[::1]:8080",
      "192.0.2.7:80", "[2001:db8::7]", "[::ffff:127.0.0.1]",
    ])
  func local(way: Way, host: String) async throws {
    #expect(try await status(host, .local, way).status == 200)
  }

  @Test("Other names, malformed addresses and invalid ports are rejected as Host", arguments: Way.allCases, others)
  func foreign(way: Way, host: String) async throws {
    try expectProblem(try await status(host, .local, way), 421, "misdirected-request", says: "--allow-host")
  }

  @Test("A list of allowed hosts accepts only its hosts and IP addresses", arguments: Way.allCases)
  func listed(way: Way) async throws {
    let hosts = AllowedHosts.listed([Array("navstate.example".utf8), Array("box".utf8)])
    for host in ["navstate.example", "NAVSTATE.example:443", "box", "127.0.0.1:80", "[::1]"] {
      #expect(try await status(host, hosts, way).status == 200, "\(host)")
    }
    for host in Self.others + ["localhost", "navstate.example.", "x.navstate.example", "navstate.exampl", "boxx"] {
      try expectProblem(try await status(host, hosts, way), 421, "misdirected-request")
    }
  }

  @Test("The host of an absolute target takes precedence, and HTTP/1.0 needs no Host", arguments: Way.allCases)
  func target(way: Way) async throws {
    #expect(try await status("localhost", .local, way, target: "http://evil.example/livez").status == 421)
    #expect(try await status("evil.example", .local, way, target: "http://localhost/livez").status == 200)
    let harness = try await openAPI(way, configure: { $0.allowedHosts = .listed([Array("box".utf8)]) })
    let head = "GET /livez HTTP/1.0\r\n\r\n"
    let answer = try await harness.client.answer(to: Array(head.utf8), isHead: false)
    #expect(answer.status == 200)
  }

  @Test("The setting `all` accepts every host", arguments: others)
  func all(host: String) async throws {
    #expect(try await status(host, .all, .inProcess).status == 200)
  }

  @Test("A request with a disallowed host gets 421 for every path", arguments: ["/nope", "/v1/apps", "/docs"])
  func nothing(target: String) async throws {
    try expectProblem(
      try await status("evil.example", .local, .inProcess, target: target), 421, "misdirected-request")
  }
}

@Suite("Requests from web pages", .closesAPIs)
struct ForeignPageTests {
  private func openPages(_ way: Way) async throws -> APIHarness {
    try await openAPI(
      way,
      configure: {
        $0.refusesForeignPages = true
        $0.allowedOrigins = ["https://app.example"]
      })
  }

  @Test(
    "A change from a page of another origin is rejected", arguments: Way.allCases,
    ["https://evil.example", "null", "http://localhost:81", "http://localhost.evil.example", "localhost", ""])
  func others(way: Way, origin: String) async throws {
    let harness = try await openPages(way)
    let session = try await harness.session()
    for path in [session + "/push", "/v1/admin/backups", "/v1/sessions"] {
      let answer = try await harness.send("POST", path, nil, "Origin: \(origin)")
      try expectProblem(answer, 403, "foreign-page", says: "--allow-origin")
    }
    #expect(try await harness.send("GET", session, nil, "Origin: \(origin)")["ETag"] == "\"1\"")
  }

  @Test(
    "A page of the server's own origin or an allowed origin can change a session", arguments: Way.allCases,
    ["http://localhost", "https://localhost", "HTTP://LOCALHOST", "https://app.example"])
  func own(way: Way, origin: String) async throws {
    let harness = try await openPages(way)
    let session = try await harness.session()
    #expect(try await harness.send("POST", session + "/push", nil, "Origin: \(origin)").status == 200)
  }
}
