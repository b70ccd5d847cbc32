import JSON
import Sessions
import Testing

@Suite("Actions", .closesAPIs)
struct ActionTests {
  @Test("The response to an action is a receipt with revision, outputs, plan and session", arguments: Way.allCases)
  func receipt(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    harness.clock.advance(1_000)
    let answer = try await harness.send("POST", session + "/actions", #"{"type": "push"}"#)
    #expect(answer.status == 200)
    #expect(answer["ETag"] == "\"2\"")
    let now = try await harness.send("GET", session)
    #expect(try now.json()["updatedAt"] == "2026-01-02T03:04:06.678Z")
    #expect(
      answer.text == #"{"revision":2,"changed":true,"outputs":[{"seq":1,"name":"push","value":{"count":0}}],"#
        + #""plan":[{"step":"push","container":"root","index":1,"screen":{"id":"a2","route":"counter","#
        + #""params":{"count":0},"state":{"count":0}}}],"session":\#(now.text)}"#)
  }

  @Test("A receipt with `Prefer: return=minimal` contains no session", arguments: Way.allCases)
  func minimal(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let answer = try await harness.send(
      "POST", session + "/actions", #"{"type": "increment"}"#, "Prefer: return=minimal")
    #expect(answer.text == #"{"revision":2,"changed":true,"outputs":[]}"#)
  }

  @Test("An action that changes nothing makes no revision", arguments: Way.allCases)
  func unchanged(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    for body in [
      #"{"type": "setParams", "params": {}}"#, #"{"actions": [{"type": "increment"}, {"type": "decrement"}]}"#,
    ] {
      let answer = try await harness.send("POST", session + "/actions", body, "Prefer: return=minimal")
      #expect(answer.text == #"{"revision":1,"changed":false,"outputs":[]}"#)
      #expect(answer["ETag"] == "\"1\"")
    }
  }

  @Test("A batch of actions makes one revision and applies entirely or not at all", arguments: Way.allCases)
  func batch(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let good = #"{"actions": [{"type": "increment"}, {"type": "push"}, {"type": "increment"}]}"#
    let answer = try await harness.send("POST", session + "/actions", good)
    #expect(try answer.json()["revision"] == 2)
    #expect(try answer.json()["session"]?["current"]?["state"] == ["count": 2])
    let bad = #"{"actions": [{"type": "increment"}, {"type": "pop"}, {"type": "pop"}]}"#
    let before = try await harness.send("GET", session)
    try expectProblem(try await harness.send("POST", session + "/actions", bad), 409, "nothing-to-pop")
    #expect(try await harness.send("GET", session).text == before.text)
  }

  @Test("Reporting the removal of an absent screen is no error, also in a batch", arguments: Way.allCases)
  func reported(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    _ = try await harness.send("POST", session + "/push")
    let removal = #"{"type": "remove", "id": "a2", "reported": true}"#
    let batch = #"{"actions": [\#(removal), {"type": "increment"}]}"#
    for (body, changed) in [(removal, true), (removal, false), (batch, true)] {
      let answer = try await harness.send("POST", session + "/actions", body)
      #expect(answer.status == 200)
      #expect(try answer.json()["changed"] == .bool(changed))
    }
    #expect(try await harness.send("GET", session)["ETag"] == "\"4\"")
    let bad = try await harness.send("POST", session + "/remove", #"{"id": "a2", "reported": "yes"}"#)
    try expectProblem(bad, 422, "bad-field", says: "`reported`", at: ["/reported"])
  }

  @Test("An invalid batch of actions is rejected with a pointer to the fault", arguments: Way.allCases)
  func badBatches(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let long = Array(repeating: #"{"type": "increment"}"#, count: 101).joined(separator: ", ")
    let cases: [(body: String, code: String, says: String, pointer: String)] = [
      (#"{"actions": []}"#, "bad-batch", "of 1 to 100 actions", "/actions"),
      (#"{"actions": [\#(long)]}"#, "bad-batch", "101", "/actions"),
      (#"{"actions": {}}"#, "bad-batch", "an object", "/actions"),
      (#"{"actions": [], "x": 1}"#, "unknown-member", "`x`", "/x"),
      (#"{"actions": [{"type": "increment"}, 5]}"#, "not-an-action", "an integer", "/actions/1"),
      (#"{"actions": [{"type": "increment"}, {"typ": "x"}]}"#, "not-an-action", "`type`", "/actions/1/type"),
      (#"{"actions": [{"type": "push", "route": "x"}]}"#, "unknown-route", "\"x\"", "/actions/0/route"),
    ]
    for (body, code, says, pointer) in cases {
      let answer = try await harness.send("POST", session + "/actions", body)
      try expectProblem(answer, 422, code, says: says, at: [pointer])
    }
    #expect(try await harness.send("GET", session)["ETag"] == "\"1\"")
  }

  @Test("An invalid or impossible action gets a problem and makes no revision", arguments: Way.allCases)
  func unknown(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let cases: [(path: String, body: String, status: Int, code: String, says: String)] = [
      ("/actions", "[]", 422, "not-an-action", "an array"),
      ("/actions", #"{"type": 1}"#, 422, "not-an-action", "an integer"),
      ("/actions", #"{"type": "incremnt"}"#, 422, "unknown-action", "\"incremnt\""),
      ("/actions", #"{"type": "increment", "by": 2}"#, 422, "unknown-field", "`by`"),
      ("/push", #"{"route": 5}"#, 422, "bad-field", "integer"),
      ("/push", #"{"route": "counter", "params": {"count": "x"}}"#, 422, "bad-params", "count"),
      ("/push", #"{"rout": "counter"}"#, 422, "unknown-field", "`rout`"),
      ("/pop", #"{"count": 0}"#, 422, "bad-field", "0"),
      ("/pop", #"{"type": "push"}"#, 422, "type-differs", "\"push\""),
      ("/pop", "[]", 422, "bad-body", "an array"),
      ("/pop", "{}", 409, "nothing-to-pop", "\"counter\""),
      ("/pop", #"{"source": "a9"}"#, 409, "screen-gone", "\"a9\""),
    ]
    for (path, body, status, code, says) in cases {
      try expectProblem(try await harness.send("POST", session + path, body), status, code, says: says)
    }
    #expect(try await harness.send("GET", session)["ETag"] == "\"1\"")
  }

  @Test("The body of an action may repeat the type given by the path", arguments: Way.allCases)
  func sameType(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    #expect(try await harness.send("POST", session + "/push", #"{"type": "push", "route": "counter"}"#).status == 200)
    let items = try (try await harness.send("GET", session + "/history")).json()["items"]
    #expect(items?[0]?["action"]?.text == #"{"type":"push","route":"counter"}"#)
  }
}
