import Testing

@testable import Webhooks

@Suite("Calls")
struct CallSenderTests {
  private func outcome(
    of behaviour: Receiver.Behaviour, method: String = "POST", body: [UInt8]? = Array("{}".utf8),
    allowing allowed: [String]? = nil, isPrivate: Bool = true, took: @Sendable ([Receiver.Arrival]) -> Void = { _ in }
  ) async -> CallOutcome {
    let receiver = Receiver { _ in behaviour }.start()
    defer { receiver.stop() }
    var transport = TransportOptions()
    transport.addresses.allowsPrivate = isPrivate
    let hosts = allowed ?? ["127.0.0.1:\(receiver.port)"]
    let sender = CallSender(allowing: hosts.compactMap(AllowedHost.init), over: transport)
    defer { sender.stop() }
    let call = OutgoingCall(
      of: "shop", method: method, url: receiver.url, fields: ["X-A: b"], body: body, timeout: 300, key: "c_1")
    let outcome = await sender.send(call)
    took(receiver.all)
    return outcome
  }

  @Test("A call sends its method, header fields, body and key", arguments: ["GET", "POST", "PUT", "PATCH", "DELETE"])
  func request(method: String) async {
    let body = method == "GET" ? nil : Array("{}".utf8)
    let outcome = await outcome(
      of: .answer(200, fields: ["Content-Type: text/plain"], body: 3), method: method, body: body
    ) {
      #expect($0.map(\.head).map { $0.hasPrefix("\(method) /hooks HTTP/1.1\r\n") } == [true])
      #expect($0.map { $0.field("Idempotency-Key") } == ["c_1"])
      #expect($0.map { $0.field("X-A") } == ["b"])
      #expect($0.map { $0.field("Content-Type") } == [nil])
      #expect($0.map(\.body) == [body == nil ? "" : "{}"])
    }
    #expect(outcome == .answered(status: 200, contentType: "text/plain", content: Array("aaa".utf8)))
  }

  @Test("A call fails if the server hangs, resets the connection or sends too slowly")
  func noAnswer() async {
    #expect(await outcome(of: .hang) == .failed(reason: "timeout", retryAfter: nil))
    #expect(await outcome(of: .drip) == .failed(reason: "timeout", retryAfter: nil))
    #expect(await outcome(of: .reset) == .failed(reason: "unreachable", retryAfter: nil))
  }

  @Test("A call fails with 429 and 5xx, and returns other statuses", arguments: [200, 302, 404, 429, 500, 503])
  func statuses(status: Int) async {
    let outcome = await outcome(of: .answer(status, fields: ["Retry-After: 7"]))
    if status < 500, status != 429 {
      #expect(outcome == .answered(status: status, contentType: nil, content: []))
    } else {
      #expect(outcome == .failed(reason: "unavailable", retryAfter: 7_000))
    }
  }

  @Test("A response with more than 64 KiB of content is refused")
  func tooLarge() async {
    #expect(await outcome(of: .answer(200, body: 65_537)) == .refused(reason: "too-large"))
  }

  @Test("A call to an unlisted host, another port or a private address is not sent")
  func notAllowed() async {
    for (hosts, isPrivate) in [([], true), (["127.0.0.1:1"], true), (["localhost"], true), (["127.0.0.1"], false)] {
      let outcome = await outcome(of: .answer(200), allowing: hosts, isPrivate: isPrivate) { #expect($0.isEmpty) }
      #expect(outcome == .refused(reason: "not-allowed"))
    }
  }

  @Test(
    "An allowed host matches all ports or one",
    arguments: [
      ("pay.example", "https://pay.example/a", true), ("pay.example", "http://PAY.example:81", true),
      ("Pay.example:443", "https://pay.example?a", true), ("pay.example:443", "http://pay.example/", false),
      ("pay.example", "https://evil.example/pay.example", false), ("pay.example", "https://pay.example.evil/", false),
      ("pay.example", "https://pay.example@evil.example/", false), ("[::1]:80", "http://[::1]/", true),
    ])
  func hosts(allowed: String, url: String, isAllowed: Bool) throws {
    #expect(try #require(AllowedHost(allowed)).matches(url) == isAllowed)
  }

  @Test(
    "A host has no path, user or invalid port", arguments: ["", "a/b", "a:0", "a:x", "u@a", "https://a", "a b", "a?"])
  func invalidHosts(text: String) {
    #expect(AllowedHost(text) == nil)
  }
}
