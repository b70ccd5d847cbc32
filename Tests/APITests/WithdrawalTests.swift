import JSON
import Testing

@Suite("Withdrawn apps", .closesAPIs)
struct WithdrawalTests {
  private static func shop(_ version: Int, _ route: String = "home") -> String {
    #"{"app": "shop", "version": \#(version), "root": {"kind": "stack"}, "routes": {"\#(route)": {}}}"#
  }

  private static func session(_ version: Int) -> String { #"{"app": "shop", "version": \#(version)}"# }

  private func define(_ harness: APIHarness, versions: Int...) async throws {
    for version in versions {
      #expect(try await harness.send("PUT", "/v1/apps/shop", Self.shop(version)).status == 201)
    }
  }

  @Test("A withdrawn app is available only to its existing sessions", arguments: Way.allCases)
  func withdraw(way: Way) async throws {
    let harness = try await openAPI(way)
    try await define(harness, versions: 1, 2)
    let session = try await harness.session(Self.session(1)).path
    let gone = try await harness.send("DELETE", "/v1/apps/shop")
    #expect(gone.status == 204)
    #expect(gone.body.isEmpty)
    for version in ["", "?version=1", "?version=2"] {
      try expectProblem(
        try await harness.send("GET", "/v1/apps/shop" + version), 404, "no-such-app", says: "withdrawn")
    }
    #expect(try (try await harness.send("GET", "/v1/apps")).json()["items"]?.arrayValue?.count == 1)
    for body in [#"{"app": "shop"}"#, Self.session(1), Self.session(2)] {
      try expectProblem(try await harness.send("POST", "/v1/sessions", body), 404, "no-such-app", says: "withdrawn")
    }
    let push = try await harness.send("POST", session + "/push", #"{"route": "home"}"#)
    #expect(push.status == 200)
    #expect(try push.json()["session"]?["appVersion"] == 1)
  }

  @Test("A single version of an app can be withdrawn", arguments: Way.allCases)
  func oneVersion(way: Way) async throws {
    let harness = try await openAPI(way)
    try await define(harness, versions: 1, 2, 3)
    #expect(try await harness.send("DELETE", "/v1/apps/shop?version=3").status == 204)
    #expect(try await harness.send("GET", "/v1/apps/shop").text == Self.shop(2))
    #expect(try await harness.send("GET", "/v1/apps/shop?version=1").text == Self.shop(1))
    #expect(try (try await harness.send("GET", "/v1/apps")).json()["items"]?.arrayValue?[1]["versions"] == [1, 2])
    #expect(try (try await harness.send("POST", "/v1/sessions", #"{"app": "shop"}"#)).json()["appVersion"] == 2)
    let newest = try await harness.send("POST", "/v1/sessions", Self.session(3))
    try expectProblem(newest, 404, "no-such-app", says: "it has 1, 2")
  }

  @Test("A withdrawn version can be restored only with the same definition", arguments: Way.allCases)
  func reinstate(way: Way) async throws {
    let harness = try await openAPI(way)
    try await define(harness, versions: 1, 2)
    #expect(try await harness.send("DELETE", "/v1/apps/shop").status == 204)
    let other = try await harness.send("PUT", "/v1/apps/shop", Self.shop(1, "start"))
    try expectProblem(other, 409, "version-taken", says: "was withdrawn")
    let back = try await harness.send("PUT", "/v1/apps/shop", Self.shop(1).replacing(" ", with: "\n"))
    #expect(back.status == 201)
    #expect(back.text == Self.shop(1))
    #expect(try await harness.send("GET", "/v1/apps/shop").text == Self.shop(1))
    #expect(try await harness.send("PUT", "/v1/apps/shop", Self.shop(1)).status == 200)
    #expect(try await harness.send("POST", "/v1/sessions", Self.session(1)).status == 201)
    #expect(try await harness.send("GET", "/v1/apps/shop?version=2").status == 404)
    #expect(try await harness.send("PUT", "/v1/apps/shop", Self.shop(3)).status == 201)
  }

  @Test("Compiled, unknown and already withdrawn apps cannot be withdrawn", arguments: Way.allCases)
  func refused(way: Way) async throws {
    let harness = try await openAPI(way)
    try await define(harness, versions: 1)
    for query in ["", "?version=1", "?version=9"] {
      let answer = try await harness.send("DELETE", "/v1/apps/counter" + query)
      try expectProblem(answer, 409, "app-is-compiled", says: "\"counter\"")
    }
    try expectProblem(try await harness.send("DELETE", "/v1/apps/nope"), 404, "no-such-app", says: "\"nope\"")
    let version = try await harness.send("DELETE", "/v1/apps/shop?version=2")
    try expectProblem(version, 404, "no-such-app", says: "no version 2 of \"shop\"; it has 1")
    for number in ["0", "-1", "x", "", "1.0", "99999999999999999999"] {
      for method in ["GET", "DELETE"] {
        let answer = try await harness.send(method, "/v1/apps/shop?version=" + number)
        try expectProblem(answer, 400, "bad-parameter", says: "`version`")
      }
    }
    #expect(try await harness.send("DELETE", "/v1/apps/shop").status == 204)
    try expectProblem(try await harness.send("DELETE", "/v1/apps/shop"), 404, "no-such-app", says: "withdrawn")
  }

  @Test("A repeated creation returns its first response after the app is withdrawn", arguments: Way.allCases)
  func repeated(way: Way) async throws {
    let harness = try await openAPI(way)
    try await define(harness, versions: 1)
    let first = try await harness.send("POST", "/v1/sessions", #"{"app": "shop"}"#, "Idempotency-Key: k")
    #expect(first.status == 201)
    #expect(try await harness.send("DELETE", "/v1/apps/shop").status == 204)
    let again = try await harness.send("POST", "/v1/sessions", #"{"app": "shop"}"#, "Idempotency-Key: k")
    #expect(again["Idempotency-Replayed"] == "true")
    #expect(again.text == first.text)
    let other = try await harness.send("POST", "/v1/sessions", #"{"app": "shop"}"#, "Idempotency-Key: l")
    try expectProblem(other, 404, "no-such-app")
    #expect(try await harness.send("PUT", "/v1/apps/shop", Self.shop(1)).status == 201)
    let later = try await harness.send("POST", "/v1/sessions", #"{"app": "shop"}"#, "Idempotency-Key: l")
    #expect(later.status == 201)
  }
}
