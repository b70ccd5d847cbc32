import Testing

@testable import HTTP

@Suite struct ResponseTests {
  private let date = IMFFixdate.bytes(unixSeconds: 784_111_777)
  private func text(
    _ response: Response, forHead: Bool = false, connection: Response.Connection = .keep
  ) -> String {
    var bytes = Array("before|".utf8)
    response.serialize(into: &bytes, forHead: forHead, date: date, connection: connection)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A response consists of a status line, fields, a length and content")
  func whole() {
    var fields = FieldLines()
    fields.append("Content-Type", "text/plain")
    let response = Response(status: 200, fields: fields, body: Array("hello world".utf8))
    let head =
      "before|HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
      + "Content-Type: text/plain\r\nContent-Length: 11\r\n\r\n"
    #expect(text(response) == head + "hello world")
    #expect(text(response, forHead: true) == head)
  }

  @Test("The media type and the entity tag precede the other fields", arguments: [0, 9, 10, 1_767_225_599, .max])
  func entityTag(revision: Int) {
    var response = Response(status: 201, contentType: "application/json", entityTag: revision)
    response.fields.append("Location", "/a")
    let fields = "Content-Type: application/json\r\nETag: \"\(revision)\"\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n"
    #expect(text(response).hasSuffix(" GMT\r\n" + fields))
  }

  @Test("The head of a response can have any size")
  func longHead() {
    var response = Response(status: 200)
    response.fields.append("A", String(repeating: "b", count: 100_000))
    #expect(text(response, connection: .keepAlive10).utf8.count > 100_000)
  }

  @Test("A response that must not have content has no Content-Length", arguments: [204, 304, 100])
  func noContent(status: Int) {
    let lines = text(Response(status: status, body: [1, 2, 3]))
    #expect(lines.hasSuffix("Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n"))
  }

  @Test("An empty response with a status that allows content has Content-Length: 0")
  func empty() {
    #expect(text(.empty(201)).hasSuffix("Content-Length: 0\r\n\r\n"))
  }

  @Test("The Connection field is written only where it is needed")
  func connection() {
    #expect(!text(.empty(200)).contains("Connection"))
    #expect(text(.empty(200), connection: .close).contains("\r\nConnection: close\r\n"))
    #expect(text(.empty(200), connection: .keepAlive10).contains("\r\nConnection: keep-alive\r\n"))
  }

  @Test("The head of a stream has no Content-Length and indicates the framing of the content")
  func streamHead() {
    let response = Response(status: 200, body: [1, 2, 3])
    var bytes: [UInt8] = []
    response.serialize(streamHeadInto: &bytes, isChunked: true, date: date, connection: .close)
    let head = "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nConnection: close\r\n"
    #expect(String(decoding: bytes, as: UTF8.self) == head + "Transfer-Encoding: chunked\r\n\r\n")
    bytes = []
    response.serialize(streamHeadInto: &bytes, isChunked: false, date: date, connection: .close)
    #expect(String(decoding: bytes, as: UTF8.self) == head + "\r\n")
  }

  @Test("A field value is appended as a string or by a closure")
  func fields() {
    var fields = FieldLines()
    fields.append("A", "b")
    fields.append("C") { $0 += "d".utf8 }
    #expect(fields.bytes == Array("A: b\r\nC: d\r\n".utf8))
  }

  @Test("CR, LF and NUL in a field value are replaced with spaces")
  func injection() {
    var fields = FieldLines()
    fields.append("X", "a\r\nSet-Cookie: b\0")
    #expect(fields.bytes == Array("X: a  Set-Cookie: b \r\n".utf8))
  }

  @Test(
    "Every status of the contract has a reason phrase",
    arguments: [
      100, 200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 417, 421, 422,
      423,
      428, 429, 431, 500, 501, 503, 505, 507,
    ])
  func phrases(status: Int) {
    let phrase = "\(Status.reason(status))"
    #expect(!["Unknown", "Client Error", "Server Error", ""].contains(phrase))
  }

  @Test(
    "A time is formatted as an IMF-fixdate",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"), (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 GMT"),
      (1_767_225_600, "Thu, 01 Jan 2026 00:00:00 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (-1, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ])
  func dates(seconds: Int, expected: String) {
    #expect(String(decoding: IMFFixdate.bytes(unixSeconds: seconds), as: UTF8.self) == expected)
  }
}
