import HTTP
import Testing

@Suite("Parsing of streamed content")
struct StreamedContentTests {
  /// The events of a parser for a connection in pieces that end at `cuts`.
  private struct Seen: Equatable {
    var events: [String] = []
    var content: [UInt8] = []
    var status: Int?

    init(_ text: String, cuts: [Int] = []) {
      var limits = RequestParser.Limits()
      limits.body = 4
      limits.streamedPath = ("/imports", 10)
      var parser = RequestParser(limits: limits)
      let bytes = Array(text.utf8)
      var start = 0
      for end in cuts + [bytes.count] where status == nil {
        read(Array(bytes[start..<end]), with: &parser)
        start = end
      }
    }

    private mutating func read(_ piece: [UInt8], with parser: inout RequestParser) {
      piece.withUnsafeBytes { buffer in
        var input = buffer[...]
        do throws(RequestError) {
          while let event = try parser.next(&input) { record(event, parser) }
        } catch {
          status = error.status
        }
      }
    }

    private mutating func record(_ event: RequestParser.Event, _ parser: RequestParser) {
      switch event {
      case .expectsContinue: events.append("continue")
      case .request(let request): events.append("request \(request.body.count) \(request.contentFollows)")
      case .head(let request, let waits):
        events.append("head \(request.body.count) \(request.contentFollows)\(waits ? " waits" : "")")
      case .content(let bytes, let isLast):
        content += bytes
        if parser.heldBytes > 0 { events.append("held") }
        if isLast { events.append("end") }
      }
    }
  }

  private static let chunked = "Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n3;x=y\r\nefg\r\n0\r\nNote: 1\r\n\r\n"

  @Test(
    "Streamed content and the next request are parsed the same in every split",
    arguments: ["Content-Length: 7\r\n\r\nabcdefg", chunked])
  func pieces(rest: String) {
    let text = "POST /imports HTTP/1.1\r\nHost: a\r\n\(rest)GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    for cuts in Splits.of(text.utf8.count) {
      let seen = Seen(text, cuts: cuts)
      #expect(seen.events == ["head 0 true", "end", "request 0 false"], "\(cuts)")
      #expect(seen.content == Array("abcdefg".utf8))
    }
  }

  @Test("Streamed content is rejected as soon as its length or a chunk size exceeds the limit")
  func limit() {
    #expect(Seen("POST /imports HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n").status == 413)
    let chunks = "POST /imports HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nabcdef\r\n5\r\n"
    let seen = Seen(chunks)
    #expect(seen.status == 413)
    #expect(seen.events == ["head 0 true"])
  }

  @Test("Empty content and the content of other paths are not streamed")
  func others() {
    #expect(Seen("POST /imports HTTP/1.1\r\nHost: a\r\n\r\n").events == ["request 0 false"])
    #expect(Seen("POST /import HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab").events == ["request 2 false"])
  }

  @Test("The head reports a waiting client only if it expects 100 and has sent no content")
  func expectation() {
    let head = "POST /imports HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    #expect(Seen(head).events == ["head 0 true waits"])
    #expect(Seen(head + "ab").events == ["head 0 true", "end"])
  }
}
