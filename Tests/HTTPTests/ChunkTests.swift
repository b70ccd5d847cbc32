import Testing

@testable import HTTP

@Suite struct ChunkTests {
  private func reading(_ chunks: String) -> Reading {
    Reading("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
  }
  private func body(_ chunks: String) -> String? {
    reading(chunks).requests.first.map { String(decoding: $0.body, as: UTF8.self) }
  }
  /// Returns the status of a request whose first chunk has this line and five bytes.
  private func line(_ line: String) -> Int? {
    let reading = reading("\(line)\r\nhello\r\n0\r\n\r\n")
    return reading.requests.first.map { _ in 200 } ?? reading.error?.status
  }

  @Test("The content of several chunks is joined")
  func content() {
    #expect(body("0\r\n\r\n") == "")
    #expect(body("5\r\nhello\r\n0006\r\n world\r\n000\r\n\r\n") == "hello world")
    #expect(body("a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n") == "01234567890123456789")
  }

  @Test(
    "A chunk size that does not consist of hexadecimal digits is rejected",
    arguments: [
      "0x5", "+5", "-5", " 5", "\t5", "5_", "5h", "5 5", "5,", "\"5\"", "5\u{0}", "5\u{B}", "", "5 ", "5\t", "5\r", "g",
    ])
  func sizes(text: String) {
    #expect(line(text) == 400)
  }

  @Test(
    "Chunk extensions are parsed and ignored",
    arguments: [
      "5;a", "5;a=b", "5;a;b=c", "5 ; a = b", "5\t;\ta", "5;a=\"b\"", "5;a=\"b;\\\" \té\"", "5;a=\"\";b",
      "5;a=\"x\" ;b",
    ])
  func extensions(text: String) {
    #expect(line(text) == 200)
  }

  @Test(
    "An invalid chunk extension is rejected",
    arguments: [
      "5;", "5;;a", "5;=b", "5;a=", "5;a=;b", "5;a b", "5;a ", "5;a=b ", "5;a=\"b", "5;a=\"b\"c", "5;a=\"\u{1}\"",
      "5;a=\"\\\u{1}\"", "5;a\n", "5;\n", "5;a=\"b\n\"", "5;a=\"b\r\"", "5;é",
    ])
  func badExtensions(text: String) {
    #expect(line(text) == 400)
  }

  @Test("A chunk line is accepted at 256 bytes and rejected at 257 before its end")
  func longLine() {
    #expect(line("5;" + String(repeating: "a", count: 254)) == 200)
    #expect(line("5;" + String(repeating: "a", count: 255)) == 400)
    #expect(reading(String(repeating: "0", count: 257)).error?.status == 400)
  }

  @Test("The chunk extensions of a request are limited in total")
  func manyExtensions() {
    let chunk = "1;" + String(repeating: "a", count: 200) + "\r\nx\r\n"
    #expect(reading(String(repeating: chunk, count: 30)).error == nil)
    #expect(reading(String(repeating: chunk, count: 60)).error?.status == 400)
  }

  @Test(
    "A chunk size beyond the limit is rejected with 413 and does not overflow",
    arguments: ["100001", "7fffffffffffffff", "10000000000000005"])
  func hugeSizes(size: String) {
    #expect(reading(size + "\r\nhello").error?.status == 413)
  }

  @Test("The content limit applies to all chunks together")
  func limit() {
    let chunk = "80000\r\n" + String(repeating: "a", count: 0x80000) + "\r\n"
    #expect(body(chunk + chunk + "0\r\n\r\n")?.utf8.count == 1 << 20)
    #expect(reading(chunk + chunk + "1\r\n").error?.status == 413)
  }

  @Test(
    "Chunk data that is not followed by CRLF is rejected",
    arguments: [
      "5\r\nhello0\r\n\r\n", "3\r\nhello\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello\rX", "5\r\nhell\r\n0\r\n\r\n",
    ])
  func dataEnd(chunks: String) {
    #expect(reading(chunks).error?.status == 400)
  }

  @Test(
    "A line of chunked content that does not end with CRLF is rejected",
    arguments: ["5\nhello\r\n0\r\n\r\n", "0\n\n", "0\r\n\n", "5\r\nhello\r\n0\r\rx"])
  func lineFeeds(chunks: String) {
    #expect(reading(chunks).error?.status == 400)
  }

  @Test("Trailer fields are validated and ignored")
  func trailers() {
    #expect(reading("0\r\nX: y\r\nZ: \r\n\r\n").requests.first?.fields == ["Host=a", "Transfer-Encoding=chunked"])
    for bad in ["X : y", "X", " X: y", "X: \u{0}", "X Y: z"] {
      #expect(reading("0\r\n\(bad)\r\n\r\n").error?.status == 400, "\(bad)")
    }
  }

  @Test(
    "A trailer field that is allowed only in the header is rejected",
    arguments: [
      "Content-Length: 5", "transfer-encoding: chunked", "Host: b", "Authorization: Bearer x", "If-Match: \"1\"",
    ])
  func forbiddenTrailers(line: String) {
    #expect(reading("0\r\n\(line)\r\n\r\n").error?.status == 400)
  }

  @Test("Trailer fields and header fields share the same limits")
  func trailerLimits() {
    #expect(reading("0\r\n" + String(repeating: "X: y\r\n", count: 98) + "\r\n").error == nil)
    #expect(reading("0\r\n" + String(repeating: "X: y\r\n", count: 99) + "\r\n").error?.status == 431)
    #expect(reading("0\r\nX: " + String(repeating: "a", count: 8190)).error?.status == 431)
    let line = "X: " + String(repeating: "a", count: 8000) + "\r\n"
    #expect(reading("0\r\n" + String(repeating: line, count: 5)).error?.status == 431)
  }
}
