import JSON
import Testing
import Webhooks

@Suite("Webhooks", .closesAPIs)
struct WebhookTests {
  private static let path = "/v1/webhooks/orders"
  private static let body =
    #"{"url": "http://127.0.0.1:9/hooks", "apps": ["counter"], "outputs": ["push"], "secret": "0123456789abcdef"}"#
  private static let shown =
    #"{"name":"orders","url":"http://127.0.0.1:9/hooks","apps":["counter"],"outputs":["push"],"state":"active","#
    + #""inFlight":0,"failingSessions":0,"delivered":0,"failures":0,"lastFailure":null}"#

  @Test("A webhook can be created, read without its secret, replaced and deleted", arguments: Way.allCases)
  func life(way: Way) async throws {
    let harness = try await openAPI(way)
    let made = try await harness.send("PUT", Self.path, Self.body)
    #expect(made.status == 201)
    #expect(made.text == Self.shown)
    #expect(try await harness.send("GET", Self.path).text == Self.shown)
    let other = #"{"url": "https://example.com", "secret": "0123456789abcdef", "apps": null}"#
    let replaced = try await harness.send("PUT", Self.path, other)
    #expect(replaced.status == 200)
    #expect(try replaced.json()["apps"] == [])
    _ = try await harness.send("PUT", "/v1/webhooks/a", Self.body)
    let names = try (try await harness.send("GET", "/v1/webhooks")).json()["items"]?.arrayValue?.map { $0["name"] }
    #expect(names == ["a", "orders"])
    #expect(try await harness.send("DELETE", Self.path).status == 204)
    for (method, path) in [("GET", Self.path), ("DELETE", Self.path), ("POST", Self.path + "/resume")] {
      try expectProblem(try await harness.send(method, path), 404, "no-such-webhook", says: "\"orders\"")
    }
  }

  @Test("An invalid webhook is rejected with the places of all faults", arguments: Way.allCases)
  func faults(way: Way) async throws {
    let harness = try await openAPI(way)
    let wrong = #"{"url": "ftp://a", "apps": ["B"], "outputs": [""], "secret": "short"}"#
    let answer = try await harness.send("PUT", "/v1/webhooks/Orders", wrong)
    try expectProblem(answer, 422, "bad-webhook", at: ["", "/url", "/apps", "/outputs", "/secret"])
    for (body, code, pointer) in [
      (#"{"secret": "0123456789abcdef"}"#, "missing-member", "/url"),
      (#"{"url": "https://a"}"#, "missing-member", "/secret"),
      (#"{"url": 1, "secret": "0123456789abcdef"}"#, "bad-member", "/url"),
      (#"{"url": "https://a", "secret": "0123456789abcdef", "apps": "a"}"#, "bad-member", "/apps"),
      (#"{"url": "https://a", "secret": "0123456789abcdef", "outputs": [1]}"#, "bad-member", "/outputs"),
      (#"{"url": "https://a", "secret": "0123456789abcdef", "app": []}"#, "unknown-member", "/app"),
    ] {
      try expectProblem(try await harness.send("PUT", Self.path, body), 422, code, at: [pointer])
    }
    try expectProblem(try await harness.send("PUT", Self.path), 400, "no-body")
    #expect(try await harness.send("GET", "/v1/webhooks").text == #"{"items":[]}"#)
  }

  @Test("A parked webhook has its reason and time until it is resumed", arguments: Way.allCases)
  func parking(way: Way) async throws {
    let harness = try await openAPI(way)
    _ = try await harness.send("PUT", Self.path, Self.body)
    let parking = Webhook.Parking(reason: "answered 410", since: 1_767_323_045_678)
    harness.webhooks.put(
      try Webhook(
        name: "orders", url: "http://127.0.0.1:9/hooks", apps: ["counter"], outputs: ["push"],
        secret: "0123456789abcdef", state: .parked(parking)))
    let parked = try await harness.send("GET", Self.path).text
    let state = #""state":"parked","reason":"answered 410","since":"2026-01-02T03:04:05.678Z""#
    #expect(parked == Self.shown.replacing(#""state":"active""#, with: state))
    let resumed = try await harness.send("POST", Self.path + "/resume")
    #expect(resumed.status == 200)
    #expect(resumed.text == Self.shown)
  }

  @Test("A webhook to a loopback address is rejected with the option that allows it", arguments: Way.allCases)
  func privateAddresses(way: Way) async throws {
    let harness = try await openAPI(way, webhooks: WebhookOptions())
    for host in ["127.0.0.1", "2130706433", "localhost:8080", "[::1]"] {
      let body = #"{"url": "http://\#(host)/hooks", "secret": "0123456789abcdef"}"#
      let answer = try await harness.send("PUT", Self.path, body)
      try expectProblem(answer, 422, "bad-webhook", says: "`--allow-private-webhooks yes`", at: ["/url"])
    }
    #expect(try await harness.send("GET", "/v1/webhooks").text == #"{"items":[]}"#)
  }

  @Test("A webhook beyond the limit is refused, and existing webhooks can still be replaced", arguments: Way.allCases)
  func tooMany(way: Way) async throws {
    var options = WebhookOptions.reachingLoopback
    options.webhooks = 1
    let harness = try await openAPI(way, webhooks: options)
    #expect(try await harness.send("PUT", Self.path, Self.body).status == 201)
    let answer = try await harness.send("PUT", "/v1/webhooks/second", Self.body)
    try expectProblem(answer, 409, "too-many-webhooks", says: "`--max-webhooks`")
    #expect(try await harness.send("PUT", Self.path, Self.body).status == 200)
  }
}
