import Testing

@testable import HTTP

@Suite struct ChunkTests {
  private func reading(_ chunks: String) -> Reading {
    Reading("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
  }
  private func body(_ chunks: String) -> String? {
    reading(chunks).requests.first.map { String(decoding: $0.body, as: UTF8.self) }
  }
  /// What a first chunk of five bytes with this line gives.
  private func line(_ line: String) -> Int? {
    let reading = reading("\(line)\r\nhello\r\n0\r\n\r\n")
    return reading.requests.first.map { _ in 200 } ?? reading.error?.status
  }

  @Test("Chunks are put together")
  func content() {
    #expect(body("0\r\n\r\n") == "")
    #expect(body("5\r\nhello\r\n0006\r\n world\r\n000\r\n\r\n") == "hello world")
    #expect(body("a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n") == "01234567890123456789")
  }

  @Test(
    "A size is hexadecimal digits and nothing else",
    arguments: [
      "0x5", "+5", "-5", " 5", "\t5", "5_", "5h", "5 5", "5,", "\"5\"", "5\u{0}", "5\u{B}", "", "5 ", "5\t", "5\r", "g",
    ])
  func sizes(text: String) {
    #expect(line(text) == 400)
  }

  @Test(
    "Extensions are read and dropped",
    arguments: [
      "5;a", "5;a=b", "5;a;b=c", "5 ; a = b", "5\t;\ta", "5;a=\"b\"", "5;a=\"b;\\\" \té\"", "5;a=\"\";b",
      "5;a=\"x\" ;b",
    ])
  func extensions(text: String) {
    #expect(line(text) == 200)
  }

  @Test(
    "What is not an extension is refused",
    arguments: [
      "5;", "5;;a", "5;=b", "5;a=", "5;a=;b", "5;a b", "5;a ", "5;a=b ", "5;a=\"b", "5;a=\"b\"c", "5;a=\"\u{1}\"",
      "5;a=\"\\\u{1}\"", "5;a\n", "5;\n", "5;a=\"b\n\"", "5;a=\"b\r\"", "5;é",
    ])
  func badExtensions(text: String) {
    #expect(line(text) == 400)
  }

  @Test("A line is taken at 256 bytes and refused at 257, before it ends")
  func longLine() {
    #expect(line("5;" + String(repeating: "a", count: 254)) == 200)
    #expect(line("5;" + String(repeating: "a", count: 255)) == 400)
    #expect(reading(String(repeating: "0", count: 257)).error?.status == 400)
  }

  @Test("Extensions of all chunks together are limited")
  func manyExtensions() {
    let chunk = "1;" + String(repeating: "a", count: 200) + "\r\nx\r\n"
    #expect(reading(String(repeating: chunk, count: 30)).error == nil)
    #expect(reading(String(repeating: chunk, count: 60)).error?.status == 400)
  }

  @Test(
    "A size beyond the limit is 413 and never overflows",
    arguments: ["100001", "7fffffffffffffff", "10000000000000005"])
  func hugeSizes(size: String) {
    #expect(reading(size + "\r\nhello").error?.status == 413)
  }

  @Test("The limit is that of all chunks together")
  func limit() {
    let chunk = "80000\r\n" + String(repeating: "a", count: 0x80000) + "\r\n"
    #expect(body(chunk + chunk + "0\r\n\r\n")?.utf8.count == 1 << 20)
    #expect(reading(chunk + chunk + "1\r\n").error?.status == 413)
  }

  @Test(
    "After a chunk's data comes CRLF",
    arguments: [
      "5\r\nhello0\r\n\r\n", "3\r\nhello\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello\rX", "5\r\nhell\r\n0\r\n\r\n",
    ])
  func dataEnd(chunks: String) {
    #expect(reading(chunks).error?.status == 400)
  }

  @Test(
    "A line that ends with LF alone is refused",
    arguments: ["5\nhello\r\n0\r\n\r\n", "0\n\n", "0\r\n\n", "5\r\nhello\r\n0\r\rx"])
  func lineFeeds(chunks: String) {
    #expect(reading(chunks).error?.status == 400)
  }

  @Test("Trailers are checked and dropped")
  func trailers() {
    #expect(reading("0\r\nX: y\r\nZ: \r\n\r\n").requests.first?.fields == ["Host=a", "Transfer-Encoding=chunked"])
    for bad in ["X : y", "X", " X: y", "X: \u{0}", "X Y: z"] {
      #expect(reading("0\r\n\(bad)\r\n\r\n").error?.status == 400, "\(bad)")
    }
  }

  @Test(
    "A trailer that belongs into the header is refused",
    arguments: [
      "Content-Length: 5", "transfer-encoding: chunked", "Host: b", "Authorization: Bearer x", "If-Match: \"1\"",
    ])
  func forbiddenTrailers(line: String) {
    #expect(reading("0\r\n\(line)\r\n\r\n").error?.status == 400)
  }

  @Test("Trailers and header share the limits of fields")
  func trailerLimits() {
    #expect(reading("0\r\n" + String(repeating: "X: y\r\n", count: 98) + "\r\n").error == nil)
    #expect(reading("0\r\n" + String(repeating: "X: y\r\n", count: 99) + "\r\n").error?.status == 431)
    #expect(reading("0\r\nX: " + String(repeating: "a", count: 8190)).error?.status == 431)
    let line = "X: " + String(repeating: "a", count: 8000) + "\r\n"
    #expect(reading("0\r\n" + String(repeating: line, count: 5)).error?.status == 431)
  }
}
