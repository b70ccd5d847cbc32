import JSON
import Testing

@Suite("Backups over HTTP", .closesAPIs)
struct BackupTests {
  @Test("The server names a backup by the current time and rejects a name in the request", arguments: Way.allCases)
  func backup(way: Way) async throws {
    let harness = try await openAPI(way)
    _ = try await harness.session()
    let named = try await harness.send("POST", "/v1/admin/backups", #"{"name": "../mine.db"}"#)
    try expectProblem(named, 400, "unexpected-content", says: "chooses the name")
    let asked = try await harness.send("POST", "/v1/admin/backups?name=mine.db")
    #expect(asked.status == 400)
    let made = try await harness.send("POST", "/v1/admin/backups")
    #expect(made.status == 201)
    let backup = try made.json()
    #expect(backup["name"] == "navstate-2026-01-02T03-04-05.678Z.db")
    #expect(backup["createdAt"] == "2026-01-02T03:04:05.678Z")
    #expect((backup["size"]?.integerValue ?? 0) > 4_096)
    try expectProblem(
      try await harness.send("POST", "/v1/admin/backups"), 503, "storage-unavailable", says: "already")
    harness.clock.advance(1)
    #expect(try await harness.send("POST", "/v1/admin/backups").status == 201)
    #expect(try await harness.send("GET", "/v1/admin/backups").status == 405)
  }
}
