import JSON
import Testing

@Suite("Sessions", .closesAPIs)
struct SessionTests {
  /// Returns the expected JSON of a new session. Only the id is random.
  static func json(_ path: String, more: String = "") -> String {
    let id = path.split(separator: "/").last ?? ""
    return #"{"id":"\#(id)","app":"counter","appVersion":1,"revision":1,"createdAt":"2026-01-02T03:04:05.678Z","#
      + #""updatedAt":"2026-01-02T03:04:05.678Z","navigation":{"id":"root","kind":"stack","selected":0,"screens":"#
      + #"[{"id":"a1","route":"counter","params":{},"state":{"count":0}}],"presented":[]},"data":{},"current":"#
      + #"{"id":"a1","route":"counter","params":{},"state":{"count":0},"path":["counter"]},"can":{"goBack":false,"#
      + #""pop":false,"dismiss":false,"undo":false,"redo":false}\#(more)}"#
  }

  @Test("A creation returns the token once, and a read returns the expected bytes", arguments: Way.allCases)
  func create(way: Way) async throws {
    let harness = try await openAPI(way)
    let created = try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#)
    #expect(created.status == 201)
    #expect(created["ETag"] == "\"1\"")
    let path = try #require(created["Location"])
    let token = try #require(try created.json()["token"]?.stringValue)
    #expect(token.count == 43)
    #expect(created.text == Self.json(path, more: #","token":"\#(token)""#))
    let read = try await harness.send("GET", path)
    #expect(read.status == 200)
    #expect(read["Content-Type"] == "application/json")
    #expect(read["ETag"] == "\"1\"")
    #expect(read.text == Self.json(path))
  }

  @Test("A session begins with the given data and navigation", arguments: Way.allCases)
  func createWith(way: Way) async throws {
    let harness = try await openAPI(way)
    let body =
      #"{"app": "counter", "version": 1, "data": {"user": "u1"}, "#
      + #""navigation": {"screens": [{"route": "counter"}, {"route": "counter", "state": {"count": 5}}]}}"#
    let json = try (try await harness.send("POST", "/v1/sessions", body)).json()
    #expect(json["data"] == ["user": "u1"])
    #expect(json["navigation"]?["selected"] == 1)
    #expect(json["current"]?["state"] == ["count": 5])
    #expect(json["can"]?["pop"] == true)
  }

  @Test("An invalid creation is rejected with the code and place of the fault", arguments: Way.allCases)
  func badBodies(way: Way) async throws {
    let harness = try await openAPI(way)
    let cases: [(body: String, status: Int, code: String, says: String, pointers: [String])] = [
      ("[]", 422, "bad-body", "an array", []),
      ("{}", 422, "missing-member", "`app`", ["/app"]),
      (#"{"app": 5}"#, 422, "missing-member", "a string", ["/app"]),
      (#"{"app": "nope"}"#, 422, "unknown-app", "\"nope\"", ["/app"]),
      (#"{"app": "counter", "version": 9}"#, 422, "unknown-app", "version 9", ["/version"]),
      (#"{"app": "counter", "version": "1"}"#, 422, "bad-member", "\"1\"", ["/version"]),
      (#"{"app": "counter", "data": [1]}"#, 422, "bad-member", "an array", ["/data"]),
      (#"{"app": "counter", "dat": {}}"#, 422, "unknown-member", "`dat`", ["/dat"]),
      (#"{"app": "counter", "url": "/x"}"#, 404, "no-such-link", "\"/x\"", []),
      (#"{"app": "counter", "url": 7}"#, 422, "bad-member", "a string, a link", ["/url"]),
      (#"{"app": "counter", "url": "/x", "navigation": {}}"#, 422, "bad-member", "one of them", ["/url"]),
      (
        #"{"app": "counter", "navigation": {"screens": [{"route": "x"}]}}"#, 422, "bad-navigation", "\"x\"",
        ["/navigation/screens/0/route"]
      ),
    ]
    for (body, status, code, says, pointers) in cases {
      let answer = try await harness.send("POST", "/v1/sessions", body)
      try expectProblem(answer, status, code, says: says, at: pointers)
    }
  }

  @Test("A session and its stack are not sent again if the entity tag matches", arguments: Way.allCases)
  func notModified(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    for path in [session, session + "/stack"] {
      for tag in ["\"1\"", "W/\"1\"", "\"0\", \"1\"", "*"] {
        let answer = try await harness.send("GET", path, nil, "If-None-Match: \(tag)")
        #expect(answer.status == 304)
        #expect(answer["ETag"] == "\"1\"")
        #expect(answer.body.isEmpty)
      }
      #expect(try await harness.send("GET", path, nil, "If-None-Match: \"2\"").status == 200)
      let unquoted = try await harness.send("GET", path, nil, "If-None-Match: 1")
      try expectProblem(unquoted, 400, "malformed-request", says: "\"1\"")
    }
  }

  @Test("A deleted session is not found", arguments: Way.allCases)
  func delete(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let answer = try await harness.send("DELETE", session)
    #expect(answer.status == 204)
    #expect(answer["Content-Length"] == nil)
    for (method, path) in [("GET", ""), ("DELETE", ""), ("POST", "/pop"), ("GET", "/stack"), ("GET", "/history")] {
      try expectProblem(try await harness.send(method, session + path), 404, "no-such-session")
    }
  }

  @Test("The problem of an unknown session names the requested id", arguments: Way.allCases)
  func unknown(way: Way) async throws {
    let harness = try await openAPI(way)
    for id in ["s_AAAAAAAAAAAAAAAAAAAAAA", "1", "s_AAAAAAAAAAAAAAAAAAAAAB", "a%2Fb"] {
      let answer = try await harness.send("GET", "/v1/sessions/\(id)")
      try expectProblem(answer, 404, "no-such-session", says: id.replacing("%2F", with: "/"))
      #expect(try answer.json()["instance"] == .string("/v1/sessions/\(id)"))
    }
  }

  @Test("The stack endpoint returns the stack on the focus path", arguments: Way.allCases)
  func stack(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    _ = try await harness.send("POST", session + "/push")
    let answer = try await harness.send("GET", session + "/stack")
    #expect(answer["ETag"] == "\"2\"")
    #expect(
      answer.text == #"{"id":"root","screens":[{"id":"a1","route":"counter","params":{},"state":{"count":0}},"#
        + #"{"id":"a2","route":"counter","params":{"count":0},"state":{"count":0}}]}"#)
  }
}
