import Testing

@testable import Webhooks

struct SigningTests {
  private let delivery = Delivery(
    position: 9, webhook: "orders", session: "s_1", app: "shop", seq: 4, revision: 7, at: 1_767_323_045_678,
    origin: [], name: "paid \"now\"", value: Array(#"{"total":42}"#.utf8))

  @Test("A signature equals that of the Standard Webhooks specification")
  func standardVector() {
    let secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    let signature = secret?.signature(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
    #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test(
    "The range of secret lengths contains the length of every valid secret",
    arguments: [
      "🐪🐪🐪🐪", String(repeating: "x", count: 256), "whsec_" + String(repeating: "A", count: 342) + "==",
    ])
  func lengths(text: String) {
    #expect(Secret(text) != nil)
    #expect(Secret.lengths.contains(text.unicodeScalars.count))
  }

  @Test("The body of a delivery contains the output, its ids and its time")
  func body() {
    #expect(
      String(decoding: delivery.body, as: UTF8.self)
        == #"{"id":"msg_orders_s_1_4","webhook":"orders","session":"s_1","app":"shop","seq":4,"revision":7,"#
        + #""at":"2026-01-02T03:04:05.678Z","name":"paid \"now\"","value":{"total":42}}"#)
  }

  @Test("A repeated request has the same id and body, but its own time and signature")
  func copies() throws {
    let webhook = try Webhook(name: "orders", url: "https://example.com/hooks", secret: "0123456789abcdef")
    let first = TransportRequest(delivery, to: webhook, time: 1_767_323_046_999)
    let second = TransportRequest(delivery, to: webhook, time: 1_767_323_047_000)
    #expect(first.body == second.body)
    #expect(first.fields[2...3] == ["webhook-id: msg_orders_s_1_4", "webhook-timestamp: 1767323046"])
    #expect(second.fields[2...3] == ["webhook-id: msg_orders_s_1_4", "webhook-timestamp: 1767323047"])
    #expect(first.fields[4] != second.fields[4])
  }

  @Test(
    "Base64 follows RFC 4648, and extra padding is rejected",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func base64(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded[...]) == Array(text.utf8))
    #expect(Base64.decode("\(encoded)=") == nil)
  }
}
