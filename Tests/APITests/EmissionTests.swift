import JSON
import Sessions
import Testing

@Suite("Limits of what one action sends", .closesAPIs)
struct EmissionTests {
  private static let big = String(repeating: "x", count: 30_000)

  /// Defines an app with one action; returns the path of its session, which has the key `box`.
  private func session(_ harness: APIHarness, _ name: String, doing steps: JSONValue) async throws -> String {
    let note: JSONValue = ["args": ["x": "string"], "do": ["set": ["data.n": "data.n + 1"]]]
    let app: JSONValue = [
      "app": .string(name), "version": 1, "root": ["kind": "stack", "initial": "home"], "routes": ["home": [:]],
      "data": ["n": 0, "big": .string(Self.big)], "actions": ["go": ["do": steps], "note": note],
    ]
    #expect(try await harness.send("PUT", "/v1/apps/" + name, app.text).status == 201)
    return try await harness.session(#"{"app": "\#(name)", "key": "box"}"#).path
  }

  private func steps(_ step: JSONValue, _ count: Int) -> JSONValue { .array(Array(repeating: step, count: count)) }

  private static let note: JSONValue = ["type": "note", "x": "${data.big}"]

  @Test("Messages by key and by id count towards one mailbox", arguments: [(3, 1 << 24), (1_000, 100 << 10)])
  func mailbox(messages: Int, bytes: Int) async throws {
    var limits = SessionLimits()
    limits.mailbox.messages = messages
    limits.mailbox.bytes = bytes
    let harness = try await openAPI(.inProcess, limits: limits)
    let both: [JSONValue] = ["'box'", "session.id"].map { ["send": $0, "action": Self.note] }
    for (name, steps) in [
      ("mixed", .array(both + both)), ("unknown", steps(["send": "'nobody'", "action": Self.note], 4)),
    ] {
      let session = try await session(harness, name, doing: steps)
      try expectProblem(try await harness.send("POST", session + "/go"), 429, "mailbox-full")
    }
  }

  @Test(
    "The outputs and messages of a change have a limit in bytes",
    arguments: [["emit": "big", "value": "${data.big}"], ["send": "'box'", "action": note]] as [JSONValue])
  func bytes(step: JSONValue) async throws {
    var limits = SessionLimits()
    limits.outputBytes = 64 << 10
    let harness = try await openAPI(.inProcess, limits: limits)
    let fits = try await session(harness, "two", doing: steps(step, 2))
    #expect(try await harness.send("POST", fits + "/go").status == 200)
    let exceeds = try await session(harness, "three", doing: steps(step, 3))
    try expectProblem(try await harness.send("POST", exceeds + "/go"), 409, "outputs-too-large")
    #expect(try await harness.send("GET", exceeds)["ETag"] == "\"1\"")
  }
}
