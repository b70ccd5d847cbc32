import JSON
import Testing

@Suite("Apps", .closesAPIs)
struct AppTests {
  private static func shop(_ version: Int, _ routes: String) -> String {
    #"{"app": "shop", "version": \#(version), "root": {"kind": "stack"}, "routes": {\#(routes)}}"#
  }

  @Test("An app version accepts the same definition again and refuses a different one", arguments: Way.allCases)
  func define(way: Way) async throws {
    let harness = try await openAPI(way)
    let first = try await harness.send("PUT", "/v1/apps/shop", Shop.definition)
    #expect(first.status == 201)
    #expect(first.text == Shop.definition)
    #expect(try await harness.send("PUT", "/v1/apps/shop", Shop.definition).status == 200)
    #expect(try await harness.send("PUT", "/v1/apps/shop", Shop.definition.replacing(" ", with: "\n")).status == 200)
    let other = try await harness.send("PUT", "/v1/apps/shop", Self.shop(1, #""home": {}"#))
    try expectProblem(other, 409, "version-taken", says: "version 1")
    let read = try await harness.send("GET", "/v1/apps/shop")
    #expect(read.status == 200)
    #expect(read.text == Shop.definition)
  }

  @Test("Apps are listed with all versions and read in their newest version", arguments: Way.allCases)
  func list(way: Way) async throws {
    let harness = try await openAPI(way)
    for version in [3, 1] { _ = try await harness.send("PUT", "/v1/apps/shop", Self.shop(version, #""home": {}"#)) }
    let list = try await harness.send("GET", "/v1/apps")
    #expect(
      list.text == #"{"items":[{"app":"counter","version":1,"versions":[1],"compiled":true,"title":"Counter","#
        + #""description":"A stack of counters. Each can open another, which starts with its count.","#
        + #""device":"phone"},{"app":"shop","version":3,"versions":[1,3],"compiled":false}]}"#)
    #expect(try await harness.send("GET", "/v1/apps/shop").text == Self.shop(3, #""home": {}"#))
    #expect(try (try await harness.send("GET", "/v1/apps/counter")).json()["compiled"] == true)
    try expectProblem(try await harness.send("GET", "/v1/apps/nope"), 404, "no-such-app", says: "\"nope\"")
  }

  @Test("A compiled app cannot be redefined", arguments: Way.allCases, [1, 2])
  func compiled(way: Way, version: Int) async throws {
    let harness = try await openAPI(way)
    let body = Self.shop(version, #""home": {}"#).replacing("shop", with: "counter")
    let answer = try await harness.send("PUT", "/v1/apps/counter", body)
    try expectProblem(answer, 409, "app-is-compiled", says: "\"counter\"")
  }

  @Test("A faulty app definition is rejected with the position of each fault", arguments: Way.allCases)
  func faults(way: Way) async throws {
    let harness = try await openAPI(way)
    let body =
      #"{"app": "shop", "version": 0, "root": {"kind": "stak"}, "routes": {"home": {"tO": []}, "#
      + #""item": {"params": {"id": "strin"}, "to": ["nope"]}}}"#
    let answer = try await harness.send("PUT", "/v1/apps/shop", body)
    try expectProblem(answer, 422, "bad-definition", says: "5 faults")
    let errors = try answer.json()["errors"]?.arrayValue ?? []
    #expect(
      Set(errors.compactMap { $0["pointer"]?.stringValue }) == [
        "/version", "/root/kind", "/routes/home/tO", "/routes/item/params/id", "/routes/item/to/0",
      ])
    for error in errors { #expect(error["detail"]?.stringValue?.contains("(line 1, column ") == true) }
    #expect(try await harness.send("GET", "/v1/apps/shop").status == 404)
    let misnamed = try await harness.send("PUT", "/v1/apps/store", Shop.definition)
    try expectProblem(misnamed, 422, "bad-definition", says: "store", at: ["/app"])
  }

  @Test("A new app version leaves running sessions on their version", arguments: Way.allCases)
  func versions(way: Way) async throws {
    let harness = try await openAPI(way)
    _ = try await harness.send("PUT", "/v1/apps/shop", Self.shop(1, #""home": {}, "old": {}"#))
    let session = try await harness.session(of: "shop")
    _ = try await harness.send("PUT", "/v1/apps/shop", Self.shop(2, #""home": {}, "new": {}"#))
    let push = try await harness.send("POST", session + "/push", #"{"route": "old"}"#)
    #expect(try push.json()["session"]?["appVersion"] == 1)
    let unknown = try await harness.send("POST", session + "/push", #"{"route": "new"}"#)
    try expectProblem(unknown, 422, "unknown-route", says: "\"new\"", at: ["/route"])
    let newer = try await harness.session(of: "shop")
    #expect(try (try await harness.send("GET", newer)).json()["appVersion"] == 2)
    let older = try await harness.session(#"{"app": "shop", "version": 1}"#).path
    #expect(try (try await harness.send("GET", older)).json()["appVersion"] == 1)
  }

  @Test("The problem for an unknown app lists at most 20 app names, the nearest first", arguments: Way.allCases)
  func nearest(way: Way) async throws {
    let harness = try await openAPI(way)
    for name in ["kiosk"] + (10..<35).map({ "app-\($0)" }) {
      let definition =
        #"{"app": "\#(name)", "version": 1, "root": {"kind": "stack"}, "routes": {"a": {}}}"#
      #expect(try await harness.send("PUT", "/v1/apps/\(name)", definition).status == 201)
    }
    for (method, path, body) in [
      ("POST", "/v1/sessions", #"{"app": "kiosc"}"#), ("GET", "/v1/apps/kiosc", nil),
      ("GET", "/v1/apps/kiosc/graph", nil), ("DELETE", "/v1/apps/kiosc", nil),
    ] {
      let detail = try await harness.send(method, path, body).json()["detail"]?.stringValue ?? ""
      #expect(detail.hasPrefix("There is no app \"kiosc\"; there are \"kiosk\", \"app-10\""), "\(detail)")
      #expect(detail.hasSuffix("and 7 more."), "\(detail)")
    }
  }

  @Test("The problem for an unknown app version lists the existing versions", arguments: Way.allCases)
  func unknownVersion(way: Way) async throws {
    let harness = try await openAPI(way)
    for version in 1...3 {
      let definition =
        #"{"app": "kiosk", "version": \#(version), "root": {"kind": "stack"}, "routes": {"a": {}}}"#
      #expect(try await harness.send("PUT", "/v1/apps/kiosk", definition).status == 201)
    }
    let made = try await harness.send("POST", "/v1/sessions", #"{"app": "kiosk", "version": 9}"#)
    try expectProblem(made, 422, "unknown-app", says: "it has 1, 2, 3.", at: ["/version"])
    let read = try await harness.send("GET", "/v1/apps/kiosk?version=9")
    try expectProblem(read, 404, "no-such-app", says: "it has 1, 2, 3.")
  }
}
