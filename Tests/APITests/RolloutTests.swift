import JSON
import Testing

@testable import API

@Suite(.closesAPIs) struct RolloutTests {
  private static let path = "/v1/apps/shop/rollout"

  private static func shop(_ version: Int) -> String {
    #"{"app": "shop", "version": \#(version), "root": {"kind": "stack"}, "routes": {"home": {}}}"#
  }

  private func openShop(_ way: Way) async throws -> APIHarness {
    let harness = try await openAPI(way)
    for version in 1...3 { _ = try await harness.send("PUT", "/v1/apps/shop", Self.shop(version)) }
    return harness
  }

  private func versions(_ harness: APIHarness, _ body: String = "", keys: Range<Int>) async throws -> [Int64?] {
    var versions: [Int64?] = []
    for number in keys {
      let made = try await harness.send("POST", "/v1/sessions", #"{"app": "shop", "key": "\#(number)"\#(body)}"#).json()
      versions.append(made["appVersion"]?.integerValue)
      let id = try #require(made["id"]?.stringValue)
      _ = try await harness.send("DELETE", "/v1/sessions/\(id)")
    }
    return versions
  }

  @Test(arguments: Way.allCases)
  func `A share of new sessions gets the next version, the same keys with each greater share`(way: Way) async throws {
    let harness = try await openShop(way)
    var chosen: [Set<Int>] = []
    for percent in ["0", "20", "60.5", "100"] {
      let set = try await harness.send("PUT", Self.path, #"{"current": 1, "next": 2, "percent": \#(percent)}"#)
      #expect(set.status == 200)
      let versions = try await versions(harness, keys: 0..<100)
      #expect(Set(versions).isSubset(of: [1, 2]))
      chosen.append(Set(versions.indices.filter { versions[$0] == 2 }))
    }
    #expect(chosen.map(\.count).sorted() == chosen.map(\.count) && chosen[0].isEmpty && chosen[3].count == 100)
    #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $0.isSubset(of: $1) })
    #expect(try await versions(harness, #", "version": 3"#, keys: 0..<3) == [3, 3, 3])
    #expect(try (try await harness.send("GET", "/v1/apps/shop")).json()["rollout"]?["percent"] == 100)
  }

  @Test(arguments: Way.allCases)
  func `A version that a rollout names cannot be withdrawn, and without one the newest counts`(way: Way) async throws {
    let harness = try await openShop(way)
    try expectProblem(try await harness.send("GET", Self.path), 404, "no-such-rollout", says: "newest version")
    _ = try await harness.send("PUT", Self.path, #"{"current": 1, "next": 2}"#)
    let read = try await harness.send("GET", Self.path).json()
    #expect(read == ["current": 1, "next": 2, "percent": 0, "by": "key"])
    for query in ["", "?version=1", "?version=2"] {
      let kept = try await harness.send("DELETE", "/v1/apps/shop" + query)
      try expectProblem(kept, 409, "version-in-rollout", says: "names version")
    }
    #expect(try await harness.send("DELETE", "/v1/apps/shop?version=3").status == 204)
    #expect(try await harness.send("DELETE", Self.path).status == 204)
    #expect(try await versions(harness, keys: 0..<3) == [2, 2, 2])
    #expect(try (try await harness.send("GET", "/v1/apps/shop")).json()["rollout"] == nil)
  }

  @Test func `The rollout of an app that does not exist is no app's`() async throws {
    let harness = try await openShop(.inProcess)
    for method in ["GET", "DELETE"] {
      try expectProblem(try await harness.send(method, "/v1/apps/nope/rollout"), 404, "no-such-app", says: "nope")
    }
  }

  @Test(
    arguments: [
      (#"{"next": 2}"#, "current"), (#"{"current": 9}"#, "current"), (#"{"current": 1, "next": 9}"#, "next"),
      (#"{"current": 1, "next": 1}"#, "next"), (#"{"current": 1, "percent": 5}"#, "percent"),
      (#"{"current": 1, "next": 2, "percent": 101}"#, "percent"),
      (#"{"current": 1, "next": 2, "percent": 0.123}"#, "percent"),
      (#"{"current": 1, "next": 2, "percent": 5e-324}"#, "percent"),
      (#"{"current": 1, "next": 2, "percent": "5"}"#, "percent"), (#"{"current": 1, "next": 2, "by": "moon"}"#, "by"),
      (#"{"current": 1, "nxt": 2}"#, "nxt"),
    ])
  func `A wrong rollout is refused with the place, and changes nothing`(body: String, member: String) async throws {
    let harness = try await openShop(.inProcess)
    let answer = try await harness.send("PUT", Self.path, body)
    #expect(answer.status == 422)
    #expect(try answer.json()["errors"]?[0]?["pointer"] == .string("/" + member))
    #expect(try await harness.send("GET", Self.path).status == 404)
  }

  @Test func `A migration takes the share that a rollout would give its version`() async throws {
    let harness = try await openShop(.inProcess)
    _ = try await harness.send("PUT", Self.path, #"{"current": 1, "next": 2, "percent": 30}"#)
    let chosen = try await versions(harness, keys: 0..<100).count { $0 == 2 }
    for number in 0..<100 {
      _ = try await harness.send("POST", "/v1/sessions", #"{"app": "shop", "version": 1, "key": "\#(number)"}"#)
    }
    let body = #"{"from": 1, "to": 2, "percent": 30, "dryRun": true}"#
    let report = try await harness.send("POST", "/v1/apps/shop/migrations", body).json()
    #expect(report["outcomes"]?[0]?["count"]?.integerValue == Int64(chosen) && (10...50).contains(chosen))
    let wrong = try await harness.send("POST", "/v1/apps/shop/migrations", #"{"from": 1, "to": 2, "percent": 120}"#)
    #expect(try wrong.status == 422 && wrong.json()["errors"]?[0]?["pointer"] == "/percent")
  }
}
