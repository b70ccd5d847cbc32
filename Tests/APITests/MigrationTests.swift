import HTTP
import JSON
import Testing

@testable import API

@Suite("Migration of the sessions of an app", .closesAPIs)
struct MigrationTests {
  @Test("A migration job migrates each session as one revision that can be undone and redone", arguments: Way.allCases)
  func job(way: Way) async throws {
    let harness = try await openAPI(way)
    let session = try await harness.sessionOfFirst()
    _ = try await harness.send("POST", session + "/add")
    try await harness.define(2, #""migrate": {"1": {"set": {"data.n": "data.n * 100"}}}"#)
    let answer = try await harness.send("POST", Self.path, #"{"from": 1, "to": 2}"#)
    #expect(answer.status == 202)
    #expect(answer["Location"] == Self.path + "/b_1")
    let report = try await harness.migrate()
    #expect(report["done"] == 1)
    #expect(report["left"] == 0)
    try await harness.expect(session, version: 2, n: 100, revision: 3)
    #expect(try await harness.send("GET", session + "/history").json()["items"]?[1]?["actor"] == "migration")
    _ = try await harness.send("POST", session + "/undo")
    try await harness.expect(session, version: 1, n: 1, revision: 4)
    _ = try await harness.send("POST", session + "/redo")
    try await harness.expect(session, version: 2, n: 100, revision: 5)
  }

  private static let path = "/v1/apps/cart/migrations"

  @Test("A session that does not fit its migration keeps its version and is reported", arguments: Way.allCases)
  func misfit(way: Way) async throws {
    let harness = try await openAPI(way)
    let session = try await harness.sessionOfFirst()
    try await harness.define(2, #""migrate": {"1": {"set": {"data.n": "'x'"}}}"#)
    _ = try await harness.send("POST", Self.path, #"{"from": 1, "to": 2}"#)
    let report = try await harness.migrate()
    #expect(report["done"] == 0)
    #expect(report["failed"] == 1)
    #expect(report["stayed"]?[0]?["code"] == "migration-misfit")
    try await harness.expect(session, version: 1, n: 0, revision: 1)
    #expect(try await harness.send("POST", session + "/add").status == 200)
  }

  @Test("A dry run of a migration reports each outcome with an example and changes nothing", arguments: Way.allCases)
  func dryRun(way: Way) async throws {
    let harness = try await openAPI(way)
    let (session, _) = (try await harness.sessionOfFirst(), try await harness.sessionOfFirst())
    _ = try await harness.send("POST", session + "/add")
    try await harness.define(2, #""migrate": {"1": {"set": {"data.n": "10 / data.n"}}}"#)
    let report = try await harness.send("POST", Self.path, #"{"from": 1, "to": 2, "dryRun": true}"#).json()
    let outcomes = report["outcomes"]?.arrayValue ?? []
    #expect(report["complete"] == true)
    #expect(Set(outcomes.compactMap { $0["kind"]?.stringValue }) == ["migrated", "expression-failed"])
    let migrated = outcomes.first { $0["kind"] == "migrated" }
    #expect(migrated?["before"]?["data"] == ["n": 1])
    #expect(migrated?["after"]?["data"] == ["n": 10])
    #expect(migrated?["after"]?["appVersion"] == 2)
    try await harness.expect(session, version: 1, n: 1, revision: 2)
  }

  @Test("A migration can be limited to sessions with a label or to named sessions", arguments: Way.allCases)
  func selection(way: Way) async throws {
    let harness = try await openAPI(way)
    let (first, second) = (try await harness.sessionOfFirst(), try await harness.sessionOfFirst(label: "store"))
    try await harness.define(2)
    _ = try await harness.send("POST", Self.path, #"{"from": 1, "to": 2, "label": "is:store"}"#)
    #expect(try await harness.migrate()["done"] == 1)
    try await harness.expect(first, version: 1, n: 0, revision: 1)
    try await harness.expect(second, version: 2, n: 0, revision: 2)
    let id = first.split(separator: "/").last ?? ""
    let body = #"{"filter": {"app": "cart", "sessions": ["\#(id)"]}, "migrate": {"from": 1, "to": 2}}"#
    _ = try await harness.send("POST", "/v1/batches", body)
    #expect(try await harness.finish("b_2")["changed"] == 1)
  }

  @Test(
    "A migration chooses the variants that a session has no label for, as a creation would", arguments: Way.allCases)
  func variants(way: Way) async throws {
    let harness = try await openAPI(way)
    let session = try await harness.sessionOfFirst(label: "store")
    let variants =
      #""variants": {"x": {"p": 1, "q": 1}}, "migrate": {"1": {"set": {"data.n": "size(session.labels.x)"}}}"#
    try await harness.define(2, variants)
    _ = try await harness.send("POST", Self.path, #"{"from": 1, "to": 2, "label": "is:store", "percent": 100}"#)
    let report = try await harness.migrate()
    #expect(report["done"] == 1 && report["label"] == "is:store" && report["percent"] == 100)
    try await harness.expect(session, version: 2, n: 1, revision: 2)
    let labels = try await harness.send("GET", session).json()["labels"]
    #expect(labels?["is"] == "store" && ["p", "q"].contains(labels?["x"]))
    let id = JSONValue.string(String(session.split(separator: "/").last ?? ""))
    let found = try await harness.send("GET", "/v1/sessions?label=x:\(labels?["x"]?.stringValue ?? "")").json()
    #expect(found["items"]?.arrayValue?.map { $0["id"] } == [id])
  }

  @Test("Revisions and forks from before a migration have the former app version", arguments: Way.allCases)
  func past(way: Way) async throws {
    let harness = try await openAPI(way)
    let session = try await harness.sessionOfFirst()
    try await harness.define(2, #""migrate": {"1": {"set": {"data.n": "5"}}}"#)
    _ = try await harness.send("POST", Self.path, #"{"from": 1, "to": 2}"#)
    _ = try await harness.migrate()
    #expect(try await harness.send("GET", session + "/revisions/1").json()["appVersion"] == 1)
    #expect(try await harness.send("POST", session + "/fork", #"{"revision": 1}"#).json()["appVersion"] == 1)
    let archive = try await harness.send("GET", session + "/export")
    _ = try await harness.send("DELETE", session)
    let imported = try await harness.send("POST", "/v1/imports", archive.text, "Content-Type: application/x-ndjson")
    #expect(imported.status == 201, "\(imported.text)")
    try await harness.expect(session, version: 2, n: 5, revision: 2)
    #expect(try await harness.send("GET", session + "/export").text == archive.text)
    _ = try await harness.send("POST", session + "/undo")
    try await harness.expect(session, version: 1, n: 0, revision: 3)
  }

  @Test(
    "An invalid migration request is rejected with the place of the fault",
    arguments: [
      (#"{"to": 2}"#, "/from"), (#"{"from": 1}"#, "/to"), (#"{"from": 2, "to": 2}"#, "/to"),
      (#"{"from": 0, "to": 2}"#, "/from"), (#"{"from": 1, "to": 9}"#, "/to"), (#"{"from": 9, "to": 10}"#, "/from"),
      (#"{"from": 1, "to": 2, "label": 3}"#, "/label"), (#"{"from": 1, "to": 2, "sessions": []}"#, "/sessions"),
      (#"{"from": 1, "to": 2, "dryRun": 3}"#, "/dryRun"), (#"{"from": 1, "to": 2, "rate": 3}"#, "/rate"),
    ])
  func faults(body: String, place: String) async throws {
    let harness = try await openAPI(.inProcess)
    try await harness.define(1)
    try await harness.define(2)
    let answer = try await harness.send("POST", Self.path, body)
    #expect(answer.status == 422)
    #expect(try answer.json()["errors"]?[0]?["pointer"]?.stringValue == place)
  }
}

extension APIHarness {
  /// Defines a version of an app with a counter.
  fileprivate func define(_ version: Int, _ member: String = #""title": "Cart""#) async throws {
    let answer = try await send(
      "PUT", "/v1/apps/cart",
      #"""
      {"app": "cart", "version": \#(version), "data": {"n": 0}, "root": {"kind": "stack", "initial": "home"},
      "actions": {"add": {"do": {"set": {"data.n": "data.n + 1"}}}}, "routes": {"home": {}}, \#(member)}
      """#)
    #expect(answer.status == 201, "\(answer.text)")
  }

  fileprivate func sessionOfFirst(label: String = "none") async throws -> String {
    if try await send("GET", "/v1/apps/cart").status == 404 { try await define(1) }
    return try await session(#"{"app": "cart", "version": 1, "labels": {"is": "\#(label)"}}"#).path
  }

  /// Runs the first job to its end.
  ///
  /// - Returns: Its report.
  fileprivate func migrate() async throws -> JSONValue {
    _ = try await finish("b_1")
    return try await send("GET", "/v1/apps/cart/migrations/b_1").json()
  }

  fileprivate func expect(_ session: String, version: Int64, n: Int64, revision: Int64) async throws {
    let json = try await send("GET", session).json()
    #expect(json["appVersion"] == .integer(version))
    #expect(json["data"] == ["n": .integer(n)])
    #expect(json["revision"] == .integer(revision))
  }
}
