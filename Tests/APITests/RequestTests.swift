import JSON
import Testing

@Suite("General request handling", .closesAPIs)
struct RequestTests {
  @Test("A response has the X-Request-Id and the traceparent of its request", arguments: Way.allCases)
  func echo(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    for (method, path) in [("GET", session), ("POST", session + "/pop"), ("GET", "/nope"), ("PATCH", "/livez")] {
      let answer = try await harness.send(method, path, nil, "X-Request-Id: r-1", "traceparent: \(trace)")
      #expect(answer["X-Request-Id"] == "r-1")
      #expect(answer["traceparent"] == trace)
      if answer.status >= 400 { #expect(try answer.json()["requestId"] == "r-1") }
    }
  }

  @Test("An invalid X-Request-Id or traceparent is not returned", arguments: Way.allCases)
  func noEcho(way: Way) async throws {
    let harness = try await openAPI(way)
    for id in [
      "", "a b", "\u{e9}", "\u{1b}[31m".replacing("\u{1b}", with: "\u{9b}"), String(repeating: "a", count: 129),
    ] {
      let answer = try await harness.send("GET", "/nope", nil, "X-Request-Id: \(id)")
      #expect(answer["X-Request-Id"] == nil)
      #expect(try answer.json()["requestId"]?.stringValue?.hasPrefix("r_") == true)
    }
    for trace in ["hello", "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", "00-4bf9-00f067aa0ba902b7-01"] {
      #expect(try await harness.send("GET", "/livez", nil, "traceparent: \(trace)")["traceparent"] == nil)
    }
  }

  @Test("A request whose Accept field excludes JSON is answered with 406", arguments: Way.allCases)
  func accept(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let refused = try await harness.send("GET", session, nil, "Accept: text/html")
    try expectProblem(refused, 406, "not-acceptable", says: "application/json")
    for accept in ["application/json", "*/*", "application/*;q=0.1", "text/html, */*;q=0.5"] {
      #expect(try await harness.send("GET", session, nil, "Accept: \(accept)").status == 200)
    }
  }

  @Test("A body with a content coding is answered with 415, and the connection stays open")
  func contentCoding() async throws {
    let (harness, session) = try await openSession(.live)
    for (method, path) in [("POST", session + "/push"), ("GET", session), ("PUT", "/v1/apps/shop")] {
      for coding in ["br", "gzip", "identity, gzip", "x-unknown"] {
        let answer = try await harness.send(method, path, "{}", "Content-Encoding: \(coding)")
        try expectProblem(answer, 415, "unsupported-content-coding", says: coding)
        #expect(answer["Accept-Encoding"] == "identity")
        #expect(answer["Connection"] == nil)
      }
    }
    for coding in ["identity", "Identity", ""] {
      let answer = try await harness.send("POST", session + "/push", "{}", "Content-Encoding: \(coding)")
      #expect(answer.status == 200)
    }
    #expect(try await harness.send("GET", session, nil, "Content-Encoding: br").status == 200)
  }

  @Test("A body with a media type other than JSON is answered with 415", arguments: Way.allCases)
  func contentType(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    for type in ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "json"] {
      let answer = try await harness.send("POST", session + "/push", "{}", "Content-Type: \(type)")
      try expectProblem(answer, 415, "unsupported-media-type", says: type)
      let put = try await harness.send("PUT", "/v1/apps/shop", Shop.definition, "Content-Type: \(type)")
      try expectProblem(put, 415, "unsupported-media-type", says: type)
    }
    for type in ["application/json", "Application/JSON; charset=UTF-8", #"application/json;charset="utf-8""#] {
      #expect(try await harness.send("POST", session + "/push", "{}", "Content-Type: \(type)").status == 200)
    }
  }

  @Test("A body that is not valid JSON is rejected with the place of the error", arguments: Way.allCases)
  func notJSON(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    let cases: [(body: String, says: String)] = [
      ("{\"type\":\n  nope}", "line 2, column 3"), (#"{"type": "push",}"#, "line 1, column 17"), (deep, "64"),
    ]
    for path in ["/v1/sessions", session + "/actions", session + "/push"] {
      for (body, says) in cases {
        try expectProblem(try await harness.send("POST", path, body), 400, "bad-json", says: says)
      }
    }
    try expectProblem(try await harness.send("PUT", "/v1/apps/shop", deep), 400, "bad-json", says: "64")
    for path in ["/v1/sessions", session + "/actions"] {
      try expectProblem(try await harness.send("POST", path), 400, "no-body", says: "JSON object")
    }
  }

  @Test("A malformed request is answered with a problem", arguments: Way.allCases)
  func malformed(way: Way) async throws {
    let harness = try await openAPI(way)
    let answer = try await harness.client.answer(to: Array("GET /livez HTTP/1.1\r\n\r\n".utf8), isHead: false)
    try expectProblem(answer, 400, "malformed-request", says: "Host")
    #expect(try await harness.send("GET", "/livez").status == 200)
  }
}
