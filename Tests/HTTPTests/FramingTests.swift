import Testing

@testable import HTTP

@Suite struct FramingTests {
  private func post(_ lines: String, _ content: String = "", version: String = "HTTP/1.1") -> Reading {
    Reading("POST / \(version)\r\nHost: a\r\n\(lines)\r\n\(content)")
  }
  private func body(_ reading: Reading) -> String? {
    reading.requests.first.map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test("A request without Content-Length and Transfer-Encoding has no content")
  func none() {
    #expect(body(post("")) == "")
    #expect(body(post("Content-Length: 0\r\n")) == "")
  }

  @Test("Content-Length is parsed as a decimal number, also with leading zeros")
  func lengths() {
    #expect(body(post("Content-Length: 5\r\n", "hello")) == "hello")
    #expect(body(post("content-length:\t010 \r\n", "0123456789")) == "0123456789")
    #expect(post("Content-Length: 6\r\n", "hello").phase == .body)
  }

  @Test(
    "A Content-Length that does not consist of digits is rejected",
    arguments: ["", "+5", "-5", "5.0", "0x5", "5 5", "5, 5", "5,5", "five", "5\u{B}", "٥", "5;", "1_0"])
  func badLengths(value: String) {
    #expect(post("Content-Length: \(value)\r\n", "hello").error?.status == 400)
  }

  @Test("A repeated Content-Length is rejected, even with the same value")
  func twoLengths() {
    #expect(post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello").error?.status == 400)
    #expect(post("Content-Length:\r\nContent-Length: 5\r\n", "hello").error?.status == 400)
  }

  @Test(
    "A Content-Length beyond the limit is rejected with 413 before any content arrives",
    arguments: [
      "1048577", "4294967301", "9223372036854775807", "18446744073709551621", String(repeating: "9", count: 99),
    ])
  func tooLong(value: String) {
    #expect(post("Content-Length: \(value)\r\n").error?.status == 413)
  }

  @Test("Content at the limit is accepted")
  func atLimit() {
    let reading = post("Content-Length: 1048576\r\n", String(repeating: "a", count: 1_048_576))
    #expect(reading.requests.first?.body.count == 1_048_576)
  }

  @Test(
    "A Transfer-Encoding other than chunked is rejected with 400 or 501",
    arguments: [
      ("CHUNKED", nil), (" chunked\t", nil), ("gzip, chunked", 501), ("identity", 400), ("", 400),
      ("chunked, gzip", 400),
      ("chunked, chunked", 400), (",chunked", 400), ("chunked,", 400), ("\"chunked\"", 400), ("chunked;a=b", 400),
      ("chunk", 400), ("xchunked", 400), ("gzip", 400),
    ])
  func codings(value: String, status: Int?) {
    #expect(post("Transfer-Encoding: \(value)\r\n", "0\r\n\r\n").error?.status == status)
  }

  @Test("Conflicting framing fields and a Transfer-Encoding in HTTP/1.0 are rejected")
  func attacks() {
    let chunked = "Transfer-Encoding: chunked\r\n"
    #expect(post(chunked + "Content-Length: 5\r\n", "0\r\n\r\n").error?.status == 400)
    #expect(post("Content-Length: 5\r\n" + chunked, "0\r\n\r\n").error?.status == 400)
    #expect(post(chunked + chunked, "0\r\n\r\n").error?.status == 400)
    #expect(post(chunked, "0\r\n\r\n", version: "HTTP/1.0").error?.status == 400)
    #expect(post("Transfer_Encoding: chunked\r\nContent-Length: 2\r\n", "ab").requests.count == 1)
  }

  @Test(
    "The version and the Connection field determine if the connection stays open",
    arguments: [
      ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
      ("HTTP/1.1", "Connection: a, ,CLOSE\t\r\n", false),
      ("HTTP/1.1", "Connection: keep-alive\r\nConnection: close\r\n", false),
      ("HTTP/1.1", "Connection: closed\r\n", true), ("HTTP/1.0", "", false),
      ("HTTP/1.0", "Connection: Keep-Alive\r\n", true),
      ("HTTP/1.0", "Connection: keep-alive, close\r\n", false),
    ])
  func persistence(version: String, lines: String, keepsAlive: Bool) {
    #expect(post(lines, version: version).requests.first?.keepsAlive == keepsAlive)
  }

  @Test("No input is parsed after an error")
  func afterError() {
    var parser = RequestParser()
    let bytes = Array("GET / HTTP/2.0\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    bytes.withUnsafeBytes { buffer in
      var input = buffer[...]
      let first = Result { () throws(RequestError) in try parser.next(&input) }
      let second = Result { () throws(RequestError) in try parser.next(&input) }
      #expect(throws: RequestError.self) { try first.get() }
      #expect(throws: Never.self) { try second.get() }
      #expect(input.isEmpty)
    }
  }

  @Test("Expect: 100-continue is honored and any other expectation is rejected with 417")
  func expectations() throws {
    #expect(post("Expect: 100-CONTINUE\r\nContent-Length: 2\r\n", "ab").requests.count == 1)
    #expect(post("Expect: 200-ok\r\n").error?.status == 417)
    #expect(post("Expect: 100-continue, a\r\n").error?.status == 417)
    #expect(post("Expect: 100-continue\r\nExpect: a\r\n").error?.status == 417)
    #expect(post("Expect: a\r\nExpect: 100-continue\r\n").error?.status == 417)
    #expect(post("Expect:\r\n").requests.count == 1)
    #expect(try events("Expect: 100-continue\r\nContent-Length: 2\r\n") == ["continue", nil])
    #expect(try events("Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n") == ["continue", nil])
    #expect(try events("Expect: 100-continue\r\nContent-Length: 2\r\n", "a") == [nil])
    #expect(try events("Expect: 100-continue\r\n") == ["request", nil])
    #expect(try events("Expect: 100-continue\r\nContent-Length: 2\r\n", version: "HTTP/1.0") == [nil])
  }

  private func events(_ lines: String, _ content: String = "", version: String = "HTTP/1.1") throws -> [String?] {
    var parser = RequestParser()
    var events: [String?] = []
    try Array("POST / \(version)\r\nHost: a\r\n\(lines)\r\n\(content)".utf8).withUnsafeBytes { buffer in
      var input = buffer[...]
      repeat {
        switch try parser.next(&input) {
        case .expectsContinue: events.append("continue")
        case .request, .head: events.append("request")
        case .content(let piece, _): events.append(String(decoding: piece, as: UTF8.self))
        case nil: events.append(nil)
        }
      } while events.last != .some(nil)
    }
    return events
  }

  @Test("Only the path with streamed content has the larger content limit")
  func streamedPath() {
    var limits = RequestParser.Limits()
    limits.body = 4
    limits.streamedPath = ("/v1/imports", 8)
    func status(_ target: String, _ count: Int) -> [Int?] {
      let body = String(repeating: "x", count: count)
      let head = "POST \(target) HTTP/1.1\r\nHost: a\r\n"
      return [
        "Content-Length: \(count)\r\n\r\n\(body)", "Transfer-Encoding: chunked\r\n\r\n\(count)\r\n\(body)\r\n0\r\n\r\n",
      ].map { Reading(head + $0, limits: limits).error?.status }
    }
    #expect(status("/v1/imports", 8) == [nil, nil])
    #expect(status("/v1/imports", 9) == [413, 413])
    #expect(status("/v1/import", 5) == [413, 413])
    #expect(status("/v1/importt", 5) == [413, 413])
    #expect(status("/v1/sessions", 4) == [nil, nil])
  }
}
