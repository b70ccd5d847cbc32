import Testing

@testable import HTTP

/// Messages that two parsers could interpret differently, beyond the cases of the other tests. Each one is rejected or
/// has the same meaning in every split.
@Suite struct AmbiguityTests {
  private static let host = "Host: a\r\n"

  /// Parses the bytes in one piece and checks that every split has the same result.
  private func reading(_ connection: String) -> Reading {
    let whole = Reading(connection)
    for cuts in Splits.of(connection.utf8.count, seed: 7) {
      #expect(Reading(connection, cuts: cuts) == whole, "cut at \(cuts.prefix(10))")
    }
    return whole
  }

  @Test(
    "A head with an ambiguous end or framing is rejected and the bytes after it are not read",
    arguments: [
      // A request that is hidden behind another kind of line end.
      "GET / HTTP/1.1\r\n\(host)X: y\r\r\nContent-Length: 5\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)X: y\n\r\n", "GET / HTTP/1.1\r\n\(host)\r\r\n", "GET / HTTP/1.1\r\n\(host)\n",
      "GET / HTTP/1.1\n\r\(host)\r\n", "GET / HTTP/1.1\r\(host)\r\n\r\n",
      // Line folding, also right after the name and before the first field.
      "GET / HTTP/1.1\r\n \(host)\r\n", "GET / HTTP/1.1\r\n\(host)Transfer-Encoding:\r\n chunked\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Content-Length: 5\r\n 0\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n a\r\n\r\n",
      // Names that resemble the name of a framing field.
      "GET / HTTP/1.1\r\n\(host)Content-Length : 5\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Transfer-Encoding\u{B}: chunked\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Transfer-Encoding\u{0}: chunked\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)\u{FEFF}TE: x\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Content-Length\u{A0}: 5\r\n\r\n", "GET / HTTP/1.1\r\n\(host)Content Length: 5\r\n\r\n",
      // Two origins, of which the checked one may not be the page's.
      "POST / HTTP/1.1\r\n\(host)Origin: http://a\r\nORIGIN: http://b\r\n\r\n",
      // Content lengths.
      "GET / HTTP/1.1\r\n\(host)Content-Length: 5\r\nX: y\r\nCONTENT-LENGTH: 5\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Content-Length: 0\r\nContent-Length: 5\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Content-Length: 5, 6\r\n\r\n", "GET / HTTP/1.1\r\n\(host)Content-Length: ,5\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Content-Length: 0x0\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Content-Length: 5\u{A0}\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Content-Length: 5\u{C}\r\n\r\n", "GET / HTTP/1.1\r\n\(host)Content-Length: ５\r\n\r\n",
      "GET / HTTP/1.0\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n",
      // Transfer codings.
      "GET / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\ntransfer-encoding:\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked chunked\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Transfer-Encoding: \"chunked\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\u{B}\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Transfer-Encoding: chunKed\u{212A}\r\n\r\n",
      "GET / HTTP/1.0\r\nTransfer-Encoding: identity\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Transfer-Encoding: x, chunked, chunked\r\n\r\n",
      // Host and target.
      "GET / HTTP/1.1\r\n\(host)HOST: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: user@a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a/../b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a#\r\n\r\n",
      "GET http://a@b/ HTTP/1.1\r\n\(host)\r\n",
      "GET http://b/ HTTP/1.1\r\n\r\n", "GET http://b/ HTTP/1.1\r\nHost:\r\n\r\n", "GET * HTTP/1.1\r\n\(host)\r\n",
      "OPTIONS ** HTTP/1.1\r\n\(host)\r\n", "GET a:80 HTTP/1.1\r\n\(host)\r\n", "CONNECT / HTTP/1.1\r\n\(host)\r\n",
      "GET / HTTP/1.1 \r\n\(host)\r\n", "GET / HTTP/1.1\u{B}\r\n\(host)\r\n", "GET /\u{85} HTTP/1.1\r\n\(host)\r\n",
      // Versions.
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / http/1.1\r\n\(host)\r\n", "GET / HTTP/1.1.1\r\n\(host)\r\n",
      "GET / HTTP/01.1\r\n\(host)\r\n",
      "GET / HTTP/1,1\r\n\(host)\r\n", "GET / HTTP/1.٣\r\n\(host)\r\n", "GET /\r\n\(host)\r\n",
      "GET / HTTP/3.0\r\n\(host)\r\n",
      // Input that is not a request.
      "\u{16}\u{3}\u{1}\u{0}", "\r\n\r\n \r\nGET / HTTP/1.1\r\n\(host)\r\n", "\u{FEFF}GET / HTTP/1.1\r\n\(host)\r\n",
      "\u{0}GET / HTTP/1.1\r\n\(host)\r\n",
    ])
  func refused(head: String) {
    let reading = reading(head + "GET /hidden HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(reading.requests == [])
    #expect(reading.error.map { [400, 501, 505].contains($0.status) } == true)
  }

  @Test(
    "Chunks with an ambiguous end are rejected and the bytes after them are not read",
    arguments: [
      "5\r\nhello\r\n0\r\n\r\r\n", "5\r\nhello\r\n0\r\n\n", "5\r\nhello\r\n0;\r\n\r\n", "5\r\nhello\r\n0\r\nX: y\n\r\n",
      "5\r\nhello\r\n0\r\nX: y\r\n z\r\n\r\n", "5\r\nhello\r\n-0\r\n\r\n", "5\r\nhello\r\n0x0\r\n\r\n",
      "5\r\nhello\r\n0 \r\n\r\n",
      "5\r\nhello\r\n\r\n0\r\n\r\n", "5\r\nhelloXX0\r\n\r\n", "05 ;a\r\nhello\r\n 0\r\n\r\n",
      "5\u{B}\r\nhello\r\n0\r\n\r\n",
      "1_0\r\nhello", "5\r\nhello\r\n0\r\nTrailer: x\r\n\r\n", "5\r\nhello\r\n0\r\nConnection: close\r\n\r\n",
      "5\r\nhello\r\n0\r\ncontent-LENGTH: 0\r\n\r\n", "5;a=\"\r\n\"\r\nhello\r\n0\r\n\r\n",
      "5;a=\"\\\r\nhello\r\n0\r\n\r\n", "5;\u{0}\r\nhello",
      "fffffffffffffffffffffffffffffffff5\r\nhello\r\n0\r\n\r\n", "10000000000000000\r\n", "8000000000000005\r\nhello",
      "5\r\nhello\r\n0\r\nX: y\r\n\u{0}\r\n\r\n", "٥\r\nhello\r\n0\r\n\r\n",
    ])
  func refusedChunks(chunks: String) {
    let head = "POST / HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n"
    let reading = reading(head + chunks + "GET /hidden HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(reading.requests == [])
    #expect(reading.error.map { [400, 413].contains($0.status) } == true)
  }

  @Test(
    "An unusual but unambiguous request is accepted and the next request is intact",
    arguments: [
      ("GET http://b/c HTTP/1.1\r\nHost: a\r\n\r\n", "get /c"), ("OPTIONS * HTTP/1.1\r\n\(host)\r\n", "options *"),
      ("GET / HTTP/1.2\r\n\(host)\r\n", "get /"), ("\r\n\r\nGET / HTTP/1.1\r\n\(host)\r\n", "get /"),
      ("GET /%00 HTTP/1.1\r\n\(host)\r\n", "get /%00"), ("GET /%0d%0aX:y HTTP/1.1\r\n\(host)\r\n", "get /%0d%0aX:y"),
      (
        "GET / HTTP/1.1\r\n\(host)Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n\r\n",
        "get /"
      ),
      ("POST / HTTP/1.1\r\n\(host)Upgrade: websocket\r\nConnection: upgrade\r\nContent-Length: 2\r\n\r\nab", "post /"),
      ("GET / HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\nab", "get /"),
      ("DELETE / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "delete /"),
      ("POST / HTTP/1.1\r\n\(host)X-Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r", "post /"),
      ("POST / HTTP/1.1\r\n\(host)Content-Length: 0000000000000000000002\r\n\r\nab", "post /"),
      ("POST / HTTP/1.1\r\n\(host)TE: chunked\r\nTrailer: Content-Length\r\nContent-Length: 2\r\n\r\nab", "post /"),
      (
        "POST / HTTP/1.1\r\n\(host)Expect: 100-Continue\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab",
        "post /"
      ),
      (
        "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n000000000000002\r\nab\r\n0000000000000000000\r\n\r\n",
        "post /"
      ),
      (
        "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n2;a=\"0\\r\\n\"\r\nab\r\n0\r\nContent-MD5: x\r\n\r\n",
        "post /"
      ),
    ])
  func taken(connection: String, line: String) {
    let reading = reading(connection + "GET /next HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(reading.requests.map(\.line) == [line, "get /next"])
    #expect(reading.error == nil)
  }

  @Test("A header section at its limit is accepted and one more byte is rejected with 431")
  func section() {
    var limits = RequestParser.Limits()
    limits.headerSection = 60
    for (count, status) in [(51, nil), (52, 431)] as [(Int, Int?)] {
      let line = "X:" + String(repeating: "y", count: count - 2) + "\r\n"
      // Host with its line end takes nine bytes. The last line end and the empty line do not count.
      for head in [Self.host + line, line + Self.host] {
        #expect(
          Reading("GET / HTTP/1.1\r\n\(head)\r\n", limits: limits).error?.status
            == (head.hasPrefix("X") && count == 51 ? nil : status))
      }
    }
  }
}
