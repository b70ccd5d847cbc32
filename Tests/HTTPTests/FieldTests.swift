import Testing

@testable import HTTP

@Suite struct FieldTests {
  /// Parses a GET request with these bytes after its Host line.
  private func reading(_ lines: String) -> Reading { Reading("GET / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n") }
  private func status(_ lines: String) -> Int? { reading(lines).error?.status }
  private func field(_ line: String) -> String? { reading(line + "\r\n").requests.first?.fields.last }

  @Test("A field value is parsed without the surrounding whitespace")
  func values() {
    #expect(field("X:y") == "X=y")
    #expect(field("X: \t y z\t ") == "X=y z")
    #expect(field("X:") == "X=")
    #expect(field("X: \t") == "X=")
    #expect(field("X: a:b: c") == "X=a:b: c")
    #expect(field("X: Düsseldorf") == "X=Düsseldorf")
  }

  @Test(
    "A malformed field line is rejected",
    arguments: [
      "X : y", "X\t: y", " X: y", "\tX: y", ": y", ":", "X", "X y", "X Y: z", "X(: y", "é: y", "X\u{0}: y", "X: \u{0}",
      "X: \u{1F}", "X: \u{7F}", "X: a\rb", "X: a\nb", "X\r: y", "\rX: y", "X: a\r\n b", "X: a\r\n\tb", "X: a\r",
    ])
  func badLines(line: String) {
    #expect(status(line + "\r\n") == 400)
  }

  @Test("A control character except tab is rejected at every position of a field value", arguments: 0..<UInt8(32))
  func controls(byte: UInt8) {
    for offset in 0..<20 {
      var bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX: aaaaaaaaaaaaaaaaaaaaaaa\r\n\r\n".utf8)
      bytes[28 + offset] = byte
      #expect((Reading(bytes).error == nil) == (byte == 9), "\(byte) at \(offset)")
    }
  }

  @Test(
    "A bare LF line end is rejected", arguments: ["GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost: a\n\r\n"])
  func lineEnds(text: String) {
    #expect(Reading(text).error?.status == 400)
  }

  @Test("A field line is accepted at 8192 bytes and rejected with 431 at 8193 before its end")
  func longField() {
    let name = "X: "
    #expect(status(name + String(repeating: "a", count: 8189) + "\r\n") == nil)
    #expect(status(name + String(repeating: "a", count: 8190) + "\r\n") == 431)
    #expect(Reading("GET / HTTP/1.1\r\n" + String(repeating: "a", count: 8193)).error?.status == 431)
  }

  @Test("A header section of more than 32768 bytes is rejected with 431")
  func longSection() {
    let line = "X: " + String(repeating: "a", count: 4091) + "\r\n"
    let seven = String(repeating: line, count: 7)  // With Host, 32768 - 4096 + 9 bytes.
    #expect(line.utf8.count == 4096)
    #expect(status(seven + "X: " + String(repeating: "a", count: 4082) + "\r\n") == nil)
    #expect(status(seven + "X: " + String(repeating: "a", count: 4085) + "\r\n") == 431)
  }

  @Test("A hundred fields are accepted and one more is rejected with 431")
  func manyFields() {
    #expect(status(String(repeating: "X: y\r\n", count: 99)) == nil)
    #expect(status(String(repeating: "X: y\r\n", count: 100)) == 431)
  }

  @Test(
    "A valid Host with or without a port is accepted",
    arguments: [
      "a", "a:", "a:80", "127.0.0.1", "999.1.1.1", "[::1]", "[::1]:80", "[1:2:3:4:5:6:7:8]", "[1::8]", "[::]",
      "[::ffff:1.2.3.4]", "[1:2:3:4:5:6:1.2.3.4]", "[v1.a:b]", "[V1f.x]", "a_b", "a%20b", "a=b,c", "xn--a", "a.",
      "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]",
    ])
  func hosts(host: String) {
    #expect(Reading("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").error == nil)
  }

  @Test(
    "An invalid Host is rejected",
    arguments: [
      "", ":80", "a b", "a,  b", "a/b", "u@a", "a#", "a?", "a:b", "a:80:80", "a:-1", "%", "%4", "%zz", "::1", "[::1",
      "[::1]x", "[]", "[:]", "[:::]", "[1:2]", "[1:2:3:4:5:6:7:8:9]", "[12345::]", "[1::2::3]", "[g::]", "[:1::]",
      "[1:]",
      "[1:2:3:4:5:6:7:8::]", "[::1.2.3]", "[::1.2.3.256]", "[::01.2.3.4]", "[::1.2.3.4.5]", "[1.2.3.4]", "[v.a]",
      "[v1.]",
      "[vg.a]", "[fe80::1%25eth0]", "http://a", "é", "a\\b", "[1:2:3:4:5:6:7:1.2.3.4]", "[::1.2.3.4:5]",
    ])
  func badHosts(host: String) {
    #expect(Reading("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").error?.status == 400)
  }

  @Test("Host is required exactly once, and only HTTP/1.0 may omit it")
  func hostCount() {
    #expect(Reading("GET / HTTP/1.1\r\n\r\n").error?.status == 400)
    #expect(status("Host: a\r\n") == 400)
    #expect(Reading("GET / HTTP/1.0\r\n\r\n").error == nil)
    #expect(Reading("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n").error?.status == 400)
    #expect(Reading("GET http://b/ HTTP/1.1\r\n\r\n").error?.status == 400)
  }

  @Test("The authority of the target takes precedence over Host")
  func authority() throws {
    #expect(try get("http://b:1/").authorityText == "b:1")
    #expect(try get("/").authorityText == "a")
    #expect(try request("GET / HTTP/1.0\r\n\r\n").authorityText == nil)
  }
}
