import JSON
import TestSupport
import Sessions
import Testing

@Suite("Messages", .closesAPIs)
struct MessageTests {
  private func body(to session: String, text: String = "x") -> String {
    #"{"to": "\#(session.split(separator: "/").last ?? "")", "action": {"type": "hear", "text": "\#(text)"}}"#
  }

  private func bring(_ harness: APIHarness, to session: String, until heard: JSONValue) async throws {
    while try await harness.send("GET", session).json()["current"]?["state"]?["heard"] != heard {
      harness.post.fireIfDue()
    }
  }

  @Test("A message is accepted with 202 and recorded in the histories of both sessions", arguments: Way.allCases)
  func post(way: Way) async throws {
    let harness = try await openAPI(way, apps: [MessageTestApp.app])
    let (here, there) = (try await harness.session(of: "walkie"), try await harness.session(of: "walkie"))
    let answer = try await harness.send("POST", here + "/messages", body(to: there))
    #expect(answer.status == 202)
    #expect(answer.text == #"{"revision":2,"changed":true,"outputs":[]}"#)
    #expect(answer["ETag"] == "\"2\"")
    try await bring(harness, to: there, until: "x")
    let sent = try await harness.send("GET", here + "/history").json()["items"]?.arrayValue
    let (id, to) = (here.split(separator: "/").last ?? "", there.split(separator: "/").last ?? "")
    #expect(
      sent?.map { $0["action"] } == [
        ["type": "message", "to": .string(String(to)), "action": ["type": "hear", "text": "x"]]
      ])
    let received = try await harness.send("GET", there + "/history").json()["items"]?.arrayValue
    #expect(received?.map { $0["actor"] } == [.string(String(id))])
    #expect(received?.map { $0["action"] } == [["type": "hear", "text": "x"]])
  }

  @Test("An invalid or undeliverable message is refused with its reason and makes no revision", arguments: Way.allCases)
  func faults(way: Way) async throws {
    let harness = try await openAPI(way, apps: [MessageTestApp.app])
    let here = try await harness.session(of: "walkie")
    for (sent, status, code) in [
      ("[]", 422, "bad-body"), (#"{"action": {"type": "hear"}}"#, 422, "missing-field"),
      (#"{"to": 5, "action": {"type": "hear"}}"#, 422, "bad-field"), (#"{"to": "x"}"#, 422, "missing-field"),
      (#"{"to": "x", "action": {}}"#, 422, "not-an-action"), (#"{"to": "x", "too": 1}"#, 422, "unknown-member"),
      (#"{"to": "x", "action": {"type": "hear"}}"#, 409, "no-such-recipient"),
      (#"{"to": "s_AAAAAAAAAAAAAAAAAAAAAA", "action": {"type": "hear"}}"#, 409, "no-such-recipient"),
    ] {
      try expectProblem(try await harness.send("POST", here + "/messages", sent), status, code)
    }
    let unknown = "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA/messages"
    try expectProblem(try await harness.send("POST", unknown, body(to: here)), 404, "no-such-session")
    let late = try await harness.send("POST", here + "/messages", body(to: here), "If-Match: \"9\"")
    try expectProblem(late, 412, "revision-differs")
    let long = String(repeating: "x", count: 70_000)
    let large = try await harness.send("POST", here + "/messages", body(to: here, text: long))
    try expectProblem(large, 409, "message-too-large")
    #expect(try await harness.send("GET", here)["ETag"] == "\"1\"")
  }
}
