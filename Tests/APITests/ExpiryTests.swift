import HTTP
import JSON
import Sessions
import Testing

@testable import API

@Suite("Expiry of sessions", .closesAPIs)
struct ExpiryTests {
  private func expire(_ harness: APIHarness) async { await harness.registry.expire(asOf: harness.clock.now) }

  @Test("A session's own expiry starts at its last change and overrides the server's expiry", arguments: Way.allCases)
  func own(way: Way) async throws {
    var limits = SessionLimits()
    limits.expiry = 86_400_000
    let harness = try await openAPI(way, limits: limits)
    let session = try await harness.session(#"{"app": "counter", "expires": "PT48H"}"#).path
    let other = try await harness.session()
    #expect(try await harness.send("GET", session).json()["expires"] == "P2D")
    #expect(try await harness.send("GET", other).json()["expires"] == nil)
    harness.clock.advance(86_400_000)
    _ = try await harness.send("POST", session + "/increment")
    harness.clock.advance(86_400_000)
    await expire(harness)
    #expect(try await harness.send("GET", session).status == 200)
    try expectProblem(try await harness.send("GET", other), 404, "session-expired", says: "expired")
    harness.clock.advance(86_400_000)
    await expire(harness)
    try expectProblem(try await harness.send("GET", session), 404, "session-expired", says: "longer than `expires`")
  }

  @Test("A deleted session with an expiry is reported as unknown, not as expired", arguments: Way.allCases)
  func deleted(way: Way) async throws {
    let harness = try await openAPI(way)
    let session = try await harness.session(#"{"app": "counter", "expires": "PT1S"}"#).path
    _ = try await harness.send("DELETE", session)
    try expectProblem(try await harness.send("GET", session), 404, "no-such-session", says: "session")
  }

  @Test("Forks and imports keep the expiry of a session, and the list shows it", arguments: Way.allCases)
  func copies(way: Way) async throws {
    let harness = try await openAPI(way)
    let session = try await harness.session(#"{"app": "counter", "expires": "P30D"}"#).path
    let fork = try await harness.send("POST", session + "/fork").json()
    #expect(fork["expires"] == "P30D")
    #expect(try await harness.importAgain(session, "Accept: */*").status == 201)
    #expect(try await harness.send("GET", session).json()["expires"] == "P30D")
    let list = try await harness.send("GET", "/v1/sessions").json()["items"]?.arrayValue
    #expect(list?.map { $0["expires"] } == ["P30D", "P30D"])
  }

  @Test("An invalid expiry is rejected", arguments: ["\"\"", "30", #""P1Y""#, #""PT0S""#, #""P99999999D""#])
  func faults(expires: String) async throws {
    let harness = try await openAPI(.inProcess)
    let answer = try await harness.send("POST", "/v1/sessions", #"{"app": "counter", "expires": \#(expires)}"#)
    try expectProblem(answer, 422, "bad-member", says: "P30D")
    #expect(try answer.json()["errors"]?[0]?["pointer"] == "/expires")
  }
}
