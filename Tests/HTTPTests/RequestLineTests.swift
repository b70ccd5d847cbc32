import Testing

@testable import HTTP

@Suite struct RequestLineTests {
  /// Parses a request with this request line and a Host field.
  private func reading(_ line: String) -> Reading { Reading("\(line)\r\nHost: a\r\n\r\n") }
  private func status(_ line: String) -> Int? { reading(line).error?.status }
  private func target(_ line: String) -> String? { reading(line).requests.first?.line }

  @Test(
    "A target of any form is reduced to its path and query",
    arguments: [
      ("GET /a/b?c=d HTTP/1.1", "get /a/b?c=d"), ("GET /?? HTTP/1.1", "get /??"), ("GET //a HTTP/1.1", "get //a"),
      ("GET /%2F?%3f HTTP/1.1", "get /%2F?%3f"), ("GET /a? HTTP/1.1", "get /a?"),
      ("OPTIONS * HTTP/1.1", "options *"), ("GET http://b HTTP/1.1", "get /"), ("GET http://b/c HTTP/1.1", "get /c"),
      ("GET HTTP://b:80?x HTTP/1.1", "get /?x"), ("OPTIONS http://b HTTP/1.1", "options /"),
      ("GET http://[::1]:8080/ HTTP/1.1", "get /"), ("GET /-._~!$&'()*+,;=:@ HTTP/1.1", "get /-._~!$&'()*+,;=:@"),
    ])
  func forms(line: String, expected: String) {
    #expect(target(line) == expected)
  }

  @Test(
    "A target with an invalid form or invalid bytes is rejected",
    arguments: [
      "a", "*", "?x", "a:80", "http:/a", "http://", "http:///", "http://u@a/", "http://u:p@a/", "https://a/",
      "ftp://a/",
      "/#", "/a?b#c", "/%", "/%4", "/%zz", "/a?%g0", "/\"", "/a[b]", "/?a|b", "/a\\b", "/\u{7F}", "/\u{0}", "/é",
      "http://a:b/", "http://a:80x/", "http://[::1/", "http://a\\b/",
    ])
  func badTargets(target: String) {
    #expect(status("GET \(target) HTTP/1.1") == 400)
  }

  @Test(
    "A request line without exactly two single spaces between its parts is rejected",
    arguments: [
      " GET / HTTP/1.1", "GET  / HTTP/1.1", "GET /  HTTP/1.1", "GET / HTTP/1.1 ", "GET\t/ HTTP/1.1", "GET / HTTP/1.1\r",
      "GET / a HTTP/1.1", "GET /", "GET ", "GET", " ", "GET\r / HTTP/1.1",
    ])
  func spaces(line: String) {
    #expect(status(line) == 400)
  }

  @Test(
    "A malformed version is rejected with 400 and an unsupported one with 505",
    arguments: [
      ("HTTP/1.10", 400), ("HTTP/1", 400), ("HTTP/1.", 400), ("http/1.1", 400), ("HTTP/+1.1", 400), ("HTTPS/1.1", 400),
      ("HTTP/1.x", 400), ("HTTP/1.#", 400), ("HTTP/#.1", 400), ("HTTP/2.0", 505), ("HTTP/0.9", 505), ("HTTP/9.9", 505),
    ])
  func versions(version: String, expected: Int) {
    #expect(status("GET / \(version)") == expected)
  }

  @Test("A higher minor version is treated as HTTP/1.1")
  func minorVersions() {
    #expect(reading("GET / HTTP/1.9").requests.first?.minorVersion == 1)
    #expect(reading("GET / HTTP/1.0").requests.first?.minorVersion == 0)
  }

  @Test("An invalid version is rejected before its line is complete")
  func earlyVersion() {
    #expect(Reading("GET / X").error?.status == 400)
    #expect(Reading("GET / HTTP/1").error == nil)
  }

  @Test("Any token is accepted as a method, and methods are case-sensitive")
  func methods() {
    #expect(target("DELETE / HTTP/1.1") == "delete /")
    #expect(target("get / HTTP/1.1") == "other /")
    #expect(target("M-SEARCH /a HTTP/1.1") == "other /a")
    #expect(target("!#$%&'*+-.^_`|~09 / HTTP/1.1") == "other /")
  }

  @Test(
    "A method that is not a token is rejected at its first bad byte", arguments: ["G(T", "\"GET\"", "GËT", "{", "G/T"])
  func badMethods(method: String) {
    #expect(status("\(method) / HTTP/1.1") == 400)
    #expect(Reading(method).error?.status == 400)
  }

  @Test("A method of more than 64 bytes is rejected with 501 before its end")
  func longMethod() {
    #expect(status(String(repeating: "A", count: 64) + " / HTTP/1.1") == nil)
    #expect(status(String(repeating: "A", count: 65) + " / HTTP/1.1") == 501)
    #expect(Reading(String(repeating: "A", count: 65)).error?.status == 501)
  }

  @Test("CONNECT is rejected with an error that mentions the missing tunnel")
  func connect() {
    let error = reading("CONNECT a:443 HTTP/1.1").error
    #expect(error?.status == 400)
    #expect(error?.detail.contains("tunnel") == true)
  }

  @Test("A target is accepted at 8192 bytes and rejected with 414 at 8193 before its end")
  func longTarget() {
    #expect(status("GET /" + String(repeating: "a", count: 8191) + " HTTP/1.1") == nil)
    #expect(status("GET /" + String(repeating: "a", count: 8192) + " HTTP/1.1") == 414)
    #expect(Reading("GET /" + String(repeating: "a", count: 8192)).error?.status == 414)
  }

  @Test("Up to eight empty lines before a request are ignored")
  func emptyLines() {
    let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    #expect(Reading(String(repeating: "\r\n", count: 8) + request).requests.count == 1)
    #expect(Reading(String(repeating: "\r\n", count: 9) + request).error?.status == 400)
    #expect(Reading("\r\rGET").error?.status == 400)
    #expect(Reading("\nGET").error?.status == 400)
  }

  @Test("The error detail contains the invalid text, escaped and truncated")
  func detail() {
    #expect(Reading("G\u{1}T").error?.detail.contains(#""G\x01""#) == true)
    #expect((status("GET /\"" + String(repeating: "a", count: 5000) + " HTTP/1.1")) == 400)
    #expect((reading("GET x" + String(repeating: "a", count: 5000) + " HTTP/1.1").error?.detail.count ?? 0) < 200)
  }
}
