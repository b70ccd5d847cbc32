import JSON
import TestSupport
import Testing

@Suite("Amendments of requests", .closesAPIs)
struct AmendTests {
  private static let app = #"""
    {"app": "till", "version": 1, "data": {"n": 0}, "root": {"kind": "stack", "initial": "home"},
    "actions": {"add": {"args": {"by": "integer"}, "when": "data.n + args.by <= 9", "do": {"set": {"data.n": "data.n + args.by"}}}},
    "routes": {"home": {}, "item": {}}}
    """#

  private static func add(_ n: Int) -> String { #"{"type": "add", "by": \#(n)}"# }
  private static func amend(_ revision: Int, _ action: String) -> String {
    #"{"revision": \#(revision), "action": \#(action)}"#
  }

  /// A session after three changes.
  private func session(_ harness: APIHarness) async throws -> String {
    _ = try await harness.send("PUT", "/v1/apps/till", Self.app)
    let session = try await harness.session(of: "till")
    for n in [2, 3, 1] { _ = try await harness.send("POST", session + "/actions", Self.add(n)) }
    return session
  }

  @Test(
    "The receipt tells what was done again and what was dropped, and the history what was sent", arguments: Way.allCases
  )
  func receipt(way: Way) async throws {
    let harness = try await openAPI(way)
    let session = try await session(harness)
    let receipt = try await harness.send("POST", session + "/amend", Self.amend(2, Self.add(5))).json()
    #expect(receipt["revision"] == 5 && receipt["changed"] == true && receipt["replayed"] == 2)
    #expect(receipt["dropped"] == [])
    let next = try await harness.send("POST", session + "/amend", Self.amend(2, Self.add(7))).json()
    #expect(next["replayed"] == 1 && next["dropped"]?.arrayValue?.first?["code"] == "condition-not-met")
    #expect(next["dropped"]?.arrayValue?.first?["action"] == ["type": "add", "by": 3])
    #expect(try await harness.send("GET", session).json()["data"] == ["n": 8])
    let history = try await harness.send("GET", session + "/history?type=amend").json()["items"]?.arrayValue ?? []
    let action: JSONValue = ["type": "amend", "revision": 2, "action": ["type": "add", "by": 7], "dropped": [3]]
    #expect(history.count == 2 && history.last?["action"] == action)
  }

  @Test("A dry run tells the receipt and changes nothing")
  func dryRun() async throws {
    let harness = try await openAPI(.inProcess)
    let session = try await session(harness)
    let before = try await harness.send("GET", session).text
    let receipt = try await harness.send("POST", session + "/amend?dryRun=1", Self.amend(3, Self.add(1))).json()
    #expect(receipt["revision"] == 5 && receipt["session"]?["data"] == ["n": 4])
    #expect(try await harness.send("GET", session).text == before)
  }

  @Test(
    "An impossible or invalid amendment is refused and changes nothing",
    arguments: [
      (amend(1, add(1)), 409, "not-amendable", ""), (amend(9, add(1)), 404, "no-such-revision", ""),
      (amend(2, add(10)), 409, "condition-not-met", ""),
      (amend(2, #"{"type": "nope"}"#), 422, "unknown-action", "/action/type"),
      (amend(2, #"{"type": "add", "by": "x"}"#), 422, "bad-arg", "/action/by"),
      (#"{"revision": 2}"#, 422, "missing-field", "/action"),
      (amend(2, #"{"actions": [{"type": "push", "route": "x"}]}"#), 422, "unknown-route", "/action/actions/0/route"),
      (amend(2, #"{"actions": []}"#), 422, "bad-batch", "/action/actions"),
      (#"{"action": {"type": "pop"}}"#, 422, "missing-field", "/revision"),
      (amend(0, add(1)), 422, "bad-field", "/revision"),
    ])
  func refusals(example: (body: String, status: Int, code: String, place: String)) async throws {
    let harness = try await openAPI(.inProcess)
    let session = try await session(harness)
    let answer = try await harness.send("POST", session + "/amend", example.body)
    try expectProblem(answer, example.status, example.code)
    #expect(try answer.json()["errors"]?.arrayValue?.first?["pointer"]?.stringValue ?? "" == example.place)
    #expect(try await harness.send("GET", session)["ETag"] == "\"4\"")
  }

  @Test("A recurring timer that was fired by hand fires again, if it is set")
  func firedByHand() async throws {
    try await withAPI(.inProcess) { harness in
      let often = #""often": {"do": {"every": "PT1H", "id": "tick", "action": {"type": "add", "by": 1}}}, "add""#
      _ = try await harness.send("PUT", "/v1/apps/till", Self.app.replacing(#""add""#, with: often))
      let session = try await harness.session(of: "till")
      _ = try await harness.send("POST", session + "/actions", #"{"type": "often"}"#)
      let timers = try await harness.send("GET", session + "/timers").json()["items"]?.arrayValue
      let timer = try #require(timers?.first?["id"]?.stringValue)
      #expect(try await harness.send("POST", session + "/timers/\(timer)/fire").status == 200)
      _ = try await harness.send("POST", session + "/actions", Self.add(2))
      let same = try await harness.send("POST", session + "/amend", Self.amend(4, Self.add(2))).json()
      #expect(same["changed"] == false && same["dropped"] == [])
      let other = try await harness.send("POST", session + "/amend", Self.amend(2, Self.add(5))).json()
      #expect(other["dropped"]?.arrayValue?.map { $0["code"] } == ["no-such-timer"])
      #expect(other["session"]?["data"] == ["n": 7])
    }
  }

  @Test("An imported change is not amendable, and one after the import is")
  func imported() async throws {
    let harness = try await openAPI(.inProcess)
    let session = try await session(harness)
    let archive = try await harness.send("GET", session + "/export").text
    _ = try await harness.send("DELETE", session)
    #expect(try await harness.importing(archive).status == 201)
    try expectProblem(
      try await harness.send("POST", session + "/amend", Self.amend(2, Self.add(1))), 409, "not-amendable")
    _ = try await harness.send("POST", session + "/actions", Self.add(1))
    let receipt = try await harness.send("POST", session + "/amend", Self.amend(5, Self.add(2))).json()
    #expect(receipt["session"]?["data"] == ["n": 8])
  }

  @Test("`available` tells the revisions whose changes the caller may amend")
  func available() async throws {
    let harness = try await openAPI(.inProcess)
    let session = try await session(harness)
    #expect(try await harness.send("GET", session + "/available").json()["amend"] == ["from": 2, "to": 4])
  }

  @Test("`available` tells no revisions to those who may not amend", arguments: ["watch", "act", "lead", "backend"])
  func availableByRole(role: String) async throws {
    let (harness, session, own) = try await openSessionWithToken(.inProcess)
    #expect(try await harness.send("POST", session + "/push", nil, bearer(own)).status == 200)
    let made = try await harness.send("POST", session + "/tokens", #"{"role": "\#(role)"}"#, admin).json()
    let token = bearer(try #require(made["token"]?.stringValue))
    let range = try await harness.send("GET", session + "/available", nil, token).json()["amend"]
    #expect(range == (role == "watch" || role == "act" ? .null : ["from": 2, "to": 2]))
    let reader = try await harness.operator("reader", ["read"]).line
    #expect(try await harness.send("GET", session + "/available", nil, reader).json()["amend"] == .null)
  }

  @Test("`available` leaves out what came with an import", arguments: [0, 1, 4])
  func availableAfterImport(more: Int) async throws {
    let harness = try await openAPI(.inProcess)
    let session = try await session(harness)
    for _ in 0..<more { _ = try await harness.send("POST", session + "/push", #"{"route": "item"}"#) }
    let archive = try await harness.send("GET", session + "/export").text
    _ = try await harness.send("DELETE", session)
    #expect(try await harness.importing(archive).status == 201)
    #expect(try await harness.send("GET", session + "/available").json()["amend"] == .null)
    let next = try await harness.send("POST", session + "/actions", Self.add(1)).json()["revision"]
    #expect(next == .integer(Int64(5 + more)))
    let range = try await harness.send("GET", session + "/available").json()["amend"]
    #expect(range?["from"] == next && range?["to"] == next)
  }
}
