import HTTP
import JSON
import Testing

@testable import API

@Suite("Batch jobs", .closesAPIs)
struct BatchTests {
  @Test("A batch job applies an action once to each matching session", arguments: Way.allCases)
  func action(way: Way) async throws {
    let harness = try await openAPI(way)
    let sessions = try await harness.labelled("store:berlin", count: 3)
    let other = try await harness.session()
    let id = try await harness.start(#"{"filter": {"label": "store:berlin"}, "action": {"type": "increment"}}"#)
    let job = try await harness.finish(id)
    #expect(job["state"] == "done")
    #expect(job["changed"] == 3)
    #expect(job["progress"] == 1)
    for session in sessions {
      let history = try await harness.send("GET", session + "/history").json()
      #expect(history["items"]?.arrayValue?.map { $0["actor"] } == [.string("batch:\(id)")])
    }
    #expect(try await harness.send("GET", other).json()["revision"] == 1)
  }

  @Test("A batch job counts unchanged sessions, and refusals by code with examples", arguments: Way.allCases)
  func counts(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let job = try await harness.run(#"{"filter": {"app": "counter"}, "action": {"type": "popToRoot"}}"#)
    let refused = job["refused"]?[0]
    #expect(job["done"] == 1)
    #expect(refused?["code"] == "nothing-to-pop")
    #expect(refused?["count"] == 1)
    #expect(refused?["examples"]?[0]?["session"]?.stringValue.map { session.hasSuffix($0) } == true)
    let same = try await harness.run(
      #"{"filter": {"app": "counter"}, "action": {"type": "popTo", "index": 0}}"#)
    #expect(same["unchanged"] == 1)
  }

  @Test("A batch job undoes the last change of each session", arguments: Way.allCases)
  func undo(way: Way) async throws {
    let harness = try await openAPI(way)
    let (changed, fresh) = (try await harness.session(), try await harness.session())
    _ = try await harness.send("POST", changed + "/increment")
    let job = try await harness.run(#"{"filter": {"all": true}, "undo": {}}"#)
    #expect(job["changed"] == 1)
    #expect(job["refused"]?[0]?["code"] == "nothing-to-undo")
    #expect(try await harness.send("GET", changed).json()["revision"] == 3)
    #expect(try await harness.send("GET", fresh).json()["revision"] == 1)
  }

  @Test("A batch job deletes the listed sessions", arguments: Way.allCases)
  func deletion(way: Way) async throws {
    let harness = try await openAPI(way)
    let (first, second) = (try await harness.session(), try await harness.session())
    let id = first.split(separator: "/").last ?? ""
    let absent = "s_AAAAAAAAAAAAAAAAAAAAAA"
    let job = try await harness.run(#"{"filter": {"sessions": ["\#(id)", "\#(absent)"]}, "delete": true}"#)
    #expect(job["done"] == 1)
    #expect(job["changed"] == 1)
    #expect(try await harness.send("GET", first).status == 404)
    #expect(try await harness.send("GET", second).status == 200)
  }

  @Test("A dry run of a batch job counts the outcomes and changes nothing", arguments: Way.allCases)
  func dryRun(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    for (work, changed) in [
      (#""action": {"type": "increment"}"#, 1), (#""action": {"type": "pop"}"#, 0), (#""undo": {}"#, 0),
      (#""delete": true"#, 1), (#""action": {"type": "popTo", "index": 0}"#, 0),
    ] {
      let answer = try await harness.send(
        "POST", "/v1/batches", #"{"filter": {"all": true}, "dryRun": true, \#(work)}"#)
      #expect(answer.status == 200)
      #expect(try answer.json()["done"] == 1)
      #expect(try answer.json()["changed"] == .integer(Int64(changed)))
      #expect(try answer.json()["complete"] == true)
    }
    #expect(try await harness.send("GET", session).json()["revision"] == 1)
    #expect(try await harness.send("GET", "/v1/batches").json()["items"] == [])
  }

  @Test("A cancelled batch job processes no further session", arguments: Way.allCases)
  func cancel(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let id = try await harness.start(#"{"filter": {"all": true}, "action": {"type": "increment"}}"#)
    for _ in 0..<2 { #expect(try await harness.send("DELETE", "/v1/batches/\(id)").status == 204) }
    let job = try await harness.send("GET", "/v1/batches/\(id)").json()
    #expect(job["state"] == "cancelled")
    #expect(job["finishedAt"] != .null)
    harness.batches.fireIfDue()
    #expect(try await harness.send("GET", session).json()["revision"] == 1)
  }

  @Test("The list of batch jobs is paginated, with the newest job first", arguments: Way.allCases)
  func list(way: Way) async throws {
    let harness = try await openAPI(way)
    for _ in 0..<3 { _ = try await harness.start(#"{"filter": {"all": true}, "undo": {}}"#) }
    let page = try await harness.send("GET", "/v1/batches?limit=2").json()
    #expect(page["items"]?.arrayValue?.map { $0["id"] } == ["b_3", "b_2"])
    #expect(page["next"] == "b_2")
    let rest = try await harness.send("GET", "/v1/batches?after=b_2").json()
    #expect(rest["items"]?.arrayValue?.map { $0["id"] } == ["b_1"])
    #expect(rest["next"] == .null)
  }

  @Test(
    "A faulty batch request is rejected with a pointer to the fault",
    arguments: [
      ("{}", "missing-member", "/filter"), (#"{"filter": {}, "delete": true}"#, "bad-member", "/filter"),
      (#"{"filter": {"all": false}, "delete": true}"#, "bad-member", "/filter/all"),
      (#"{"filter": {"all": true, "app": "x"}, "delete": true}"#, "bad-member", "/filter/all"),
      (#"{"filter": {"x": 1}, "delete": true}"#, "unknown-member", "/filter/x"),
      (#"{"filter": {"label": "x"}, "delete": true}"#, "bad-member", "/filter/label"),
      (#"{"filter": {"updatedAfter": "x"}, "delete": true}"#, "bad-member", "/filter/updatedAfter"),
      (#"{"filter": {"sessions": []}, "delete": true}"#, "bad-member", "/filter/sessions"),
      (#"{"filter": {"all": true}}"#, "missing-member", "/action"),
      (#"{"filter": {"all": true}, "undo": {}, "delete": true}"#, "bad-member", "/delete"),
      (#"{"filter": {"all": true}, "delete": false}"#, "bad-member", "/delete"),
      (#"{"filter": {"all": true}, "undo": {"steps": 0}}"#, "bad-member", "/undo/steps"),
      (#"{"filter": {"all": true}, "action": {"type": 1}}"#, "not-an-action", "/action/type"),
      (#"{"filter": {"all": true}, "action": {"actions": []}}"#, "bad-batch", "/action/actions"),
      (#"{"filter": {"all": true}, "delete": true, "rate": 0}"#, "bad-member", "/rate"),
      (#"{"filter": {"all": true}, "delete": true, "dryRun": 1}"#, "bad-member", "/dryRun"),
      (#"{"filter": {"app": "counter"}, "migrate": {}}"#, "missing-member", "/migrate/from"),
      (#"{"filter": {"all": true}, "migrate": {"from": 1, "to": 2}}"#, "missing-member", "/filter/app"),
      (#"{"filter": {"app": "counter"}, "migrate": {"from": 1, "to": 9}}"#, "bad-member", "/migrate/to"),
      (#"{"filter": {"app": "counter"}, "migrate": {"from": 8, "to": 9}}"#, "bad-member", "/migrate/from"),
      (#"{"filter": {"app": "nope"}, "migrate": {"from": 1, "to": 2}, "dryRun": true}"#, "bad-member", "/migrate/from"),
      (#"{"filter": {"all": true}, "merge": {}}"#, "unknown-member", "/merge"),
    ])
  func faults(body: String, code: String, place: String) async throws {
    let harness = try await openAPI(.inProcess)
    let answer = try await harness.send("POST", "/v1/batches", body)
    try expectProblem(answer, 422, code, says: "")
    #expect(try answer.json()["errors"]?[0]?["pointer"] == .string(place))
  }
}

extension APIHarness {
  fileprivate func labelled(_ label: String, count: Int) async throws -> [String] {
    let parts = label.split(separator: ":")
    var paths: [String] = []
    for _ in 0..<count {
      paths.append(try await session(#"{"app": "counter", "labels": {"\#(parts[0])": "\#(parts[1])"}}"#).path)
    }
    return paths
  }

  /// Starts a batch job and returns its id.
  fileprivate func start(_ body: String) async throws -> String {
    let answer = try await send("POST", "/v1/batches", body)
    guard answer.status == 202, let id = try answer.json()["id"]?.stringValue else { throw NoAnswer(call: answer.text) }
    return id
  }

  fileprivate func run(_ body: String) async throws -> JSONValue { try await finish(try await start(body)) }

  /// Runs a batch job until it ends and returns it.
  func finish(_ id: String) async throws -> JSONValue {
    while true {
      let job = try await send("GET", "/v1/batches/\(id)").json()
      if job["state"] != "running" { return job }
      batches.fireIfDue()
      clock.advance(10)
    }
  }
}
