import Testing

@testable import Webhooks

struct WebhookTests {
  static let secret = "0123456789abcdef"

  /// Returns the invalid parts.
  private func faults(
    name: String = "orders", url: String = "https://example.com", apps: [String] = [], outputs: [String] = [],
    secret: String = WebhookTests.secret
  ) -> [WebhookFaults.Member] {
    do {
      _ = try Webhook(name: name, url: url, apps: apps, outputs: outputs, secret: secret)
      return []
    } catch {
      return error.faults.map(\.member)
    }
  }

  @Test(
    "The name of a webhook has the form of an app name",
    arguments: [
      ("a", true), ("0-_", true), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
      ("", false), ("-a", false), ("A", false), ("a.b", false), ("ä", false),
    ])
  func names(name: String, isRight: Bool) {
    #expect(faults(name: name) == (isRight ? [] : [.name]))
    #expect(faults(apps: ["shop", name]) == (isRight ? [] : [.apps]))
  }

  @Test(
    "An HTTP URL with a host is accepted",
    arguments: [
      "http://example.com", "https://example.com:8443/hooks?a=b", "HTTPS://EXAMPLE.COM/", "http://127.0.0.1:1",
      "http://[::1]:65535/", "http://[fe80::1]", "https://a_b.example?x", "https://example.com/a@b",
    ])
  func rightURLs(url: String) {
    #expect(faults(url: url) == [])
  }

  @Test(
    "A URL that is malformed or not of HTTP is rejected",
    arguments: [
      "", "example.com", "//example.com", "ftp://example.com", "file:///etc/passwd", "gopher://example.com", "http:",
      "http:/example.com", "http://", "https:///hooks", "http://:80", "http://user@example.com",
      "http://user:password@example.com/", "http://@example.com", "http://example.com#part", "http://example.com/#",
      "http://example.com:", "http://example.com:0", "http://example.com:65536", "http://example.com:80a",
      "http://example.com:+80", "http://a b", "http://example.com/\r\nX: y", "http://example.com/ü",
      "http://ex^mple.com",
      "http://[::1", "http://::1/", "http://[example]", "http://[::1]a", "http://a[::1]", "http://a,b", " http://a",
      "http://example.com\\@127.0.0.1/", "http://a:1:2", "http://127%2e0.0.1",
    ])
  func wrongURLs(url: String) {
    #expect(faults(url: url) == [.url])
  }

  @Test("A URL has at most 2,048 bytes", arguments: [(2_048, true), (2_049, false)])
  func longURLs(count: Int, isRight: Bool) {
    let start = "https://example.com/"
    let url = start + String(repeating: "a", count: count - start.count)
    #expect(faults(url: url) == (isRight ? [] : [.url]))
  }

  @Test(
    "A secret has 16 to 256 bytes of any value",
    arguments: [
      ("0123456789abcde", false), ("0123456789abcdef", true), ("ääääääää", true),
      (String(repeating: "a", count: 256), true), (String(repeating: "a", count: 257), false),
    ])
  func secrets(secret: String, isRight: Bool) {
    #expect(faults(secret: secret) == (isRight ? [] : [.secret]))
  }

  @Test(
    "A secret that begins with whsec_ is a key in base64",
    arguments: [
      ("whsec_MDEyMzQ1Njc4OWFiY2RlZg==", true), ("whsec_MDEyMzQ1Njc4OWFiY2Rl", false),
      ("whsec_MDEyMzQ1Njc4OWFiY2RlZg", false), ("whsec_MDEyMzQ1Njc4OWFiY2Rl!g==", false),
      ("whsec_MDEyMzQ1Njc4OWFiY2RlZh==", false), ("whsec_", false),
    ])
  func encodedSecrets(secret: String, isRight: Bool) {
    #expect(faults(secret: secret) == (isRight ? [] : [.secret]))
    #expect(Secret(secret)?.key == (isRight ? Array("0123456789abcdef".utf8) : nil))
  }

  @Test("The description of a webhook does not contain its secret")
  func hiddenSecret() throws {
    let webhook = try Webhook(name: "orders", url: "https://example.com", secret: Self.secret)
    #expect(!"\(webhook)".contains(Self.secret))
    #expect(!String(reflecting: webhook).contains(Self.secret))
  }

  @Test("The number of outputs and apps and the length of an output name are limited")
  func outputs() {
    #expect(faults(outputs: ["", "paid"]) == [.outputs])
    #expect(faults(outputs: [String(repeating: "a", count: 128)]) == [])
    #expect(faults(outputs: [String(repeating: "a", count: 129)]) == [.outputs])
    #expect(faults(outputs: Array(repeating: "paid", count: 100)) == [])
    #expect(faults(outputs: Array(repeating: "paid", count: 101)) == [.outputs])
    #expect(faults(apps: Array(repeating: "shop", count: 101)) == [.apps])
  }

  @Test("All faults are reported at once with the invalid values, except the secret")
  func allFaults() throws {
    let faults = #expect(throws: WebhookFaults.self) {
      try Webhook(name: "A", url: "ftp://a", apps: ["B"], outputs: [""], secret: "short")
    }
    #expect(faults?.faults.map(\.member) == [.name, .url, .apps, .outputs, .secret])
    #expect(
      faults?.faults.first?.detail
        == "The webhook's name must have 1 to 64 characters of a–z, 0–9, `-` and `_`, and begin with a letter or digit; "
        + "it is \"A\".")
    #expect(faults?.faults.last?.detail.contains("short") == false)
  }
}
