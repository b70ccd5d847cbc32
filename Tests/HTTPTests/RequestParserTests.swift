import TestSupport
import Testing

@testable import HTTP

@Suite struct RequestParserTests {
  private static let connections = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "\r\nPOST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nhello world"
      + "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=\"b\"\r\nhello\r\n0\r\nX: y\r\n\r\n"
      + "DELETE /x HTTP/1.1\r\nHost: [::1]\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\nrest",
    "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /%zz HTTP/1.1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabX",
    "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
    "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab",
    "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nX: \(String(repeating: "b", count: 9000))\r\n\r\n",
    String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 50),
  ]

  @Test("The requests and the error of a connection are the same in every split", arguments: connections)
  func anySplit(connection: String) {
    let whole = Reading(connection)
    for cuts in Splits.of(connection.utf8.count, random: 50) {
      #expect(Reading(connection, cuts: cuts) == whole, "cut at \(cuts.prefix(10))")
    }
  }

  @Test("Randomly changed bytes have the same result in every split")
  func mutations() {
    var generator = SplitMix64(seed: 20_260_101)
    for round in 0..<600 {
      var bytes = Array(Self.connections[round % 5].utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let alphabet = Array("\r\n\r\n :;,\t\0\"%#?/*[]0159aHTP.é".utf8)
        bytes[Int.random(in: bytes.indices, using: &generator)] = alphabet.randomElement(using: &generator) ?? 0
      }
      let whole = Reading(bytes)
      for cuts in Splits.of(bytes.count, seed: UInt64(round)) {
        #expect(
          Reading(bytes, cuts: cuts) == whole, "\(String(decoding: bytes, as: UTF8.self)) cut at \(cuts.prefix(10))")
      }
    }
  }

  @Test(
    "The phase of the parser corresponds to its position in the message",
    arguments: [
      ("", .idle), ("\r", .idle), ("\r\n", .idle), ("G", .head), ("GET / HTTP/1.1\r\nHost: a\r\n", .head),
      ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", .idle), ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n", .body),
      ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", .idle),
      ("PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", .body),
    ] as [(String, RequestParser.Phase)])
  func phases(text: String, phase: RequestParser.Phase) {
    #expect(Reading(text).phase == phase)
    #expect(Reading(text, cuts: Array(0..<text.utf8.count)).phase == phase)
  }

  @Test("A parsed request consumes its own bytes and leaves those of the next one")
  func pipeline() throws {
    var parser = RequestParser()
    try Array("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2".utf8).withUnsafeBytes { buffer in
      var input = buffer[...]
      guard case .request(let request)? = try parser.next(&input) else { throw Incomplete() }
      #expect(request.pathText == "/1")
      #expect(input.elementsEqual("GET /2".utf8))
      #expect(parser.phase == .idle)
    }
  }

  @Test("The parser applies the given limits")
  func limits() {
    var limits = RequestParser.Limits()
    limits.target = 4
    limits.body = 2
    limits.fields = 2
    #expect(Reading("GET /abc HTTP/1.1\r\nHost: a\r\n\r\n", limits: limits).error == nil)
    #expect(Reading("GET /abcd HTTP/1.1\r\nHost: a\r\n\r\n", limits: limits).error?.status == 414)
    #expect(Reading("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n", limits: limits).error?.status == 413)
    #expect(Reading("PUT / HTTP/1.1\r\nHost: a\r\nX: y\r\nX: y\r\n\r\n", limits: limits).error?.status == 431)
  }
}
