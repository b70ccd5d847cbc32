import TestSupport

@testable import HTTP

/// The result of a parser for the bytes of one connection.
struct Reading: Equatable {
  var requests: [Seen] = []
  var error: RequestError?
  var phase = RequestParser.Phase.idle

  /// A request by its values, independent of their positions in the buffer.
  struct Seen: Equatable {
    var line: String
    var fields: [String]
    var body: [UInt8]
    var keepsAlive: Bool
    var minorVersion: UInt8

    init(_ request: Request) {
      func text(_ range: Range<Int>) -> String { String(decoding: request.head[range], as: UTF8.self) }
      line = "\(request.method) \(text(request.path))" + (request.query.map { "?" + text($0) } ?? "")
      fields = request.fields.map { "\(text($0.name))=\(text($0.value))" }
      body = request.body
      keepsAlive = request.keepsAlive
      minorVersion = request.minorVersion
    }
  }

  /// Parses `bytes` in pieces that end at `cuts`, each in separate memory.
  init(_ bytes: [UInt8], cuts: [Int] = [], limits: RequestParser.Limits = .init()) {
    var parser = RequestParser(limits: limits)
    var start = 0
    for end in cuts + [bytes.count] where error == nil {
      read(Array(bytes[start..<end]), with: &parser)
      start = end
    }
    phase = parser.phase
  }

  init(_ text: String, cuts: [Int] = [], limits: RequestParser.Limits = .init()) {
    self.init(Array(text.utf8), cuts: cuts, limits: limits)
  }

  private mutating func read(_ piece: [UInt8], with parser: inout RequestParser) {
    piece.withUnsafeBytes { buffer in
      var input = buffer[...]
      do throws(RequestError) {
        while let event = try parser.next(&input) {
          if case .request(let request) = event { requests.append(Seen(request)) }
        }
        precondition(input.isEmpty, "bytes were left without an event")
      } catch {
        self.error = error
      }
    }
  }
}

/// Splits of a connection: one piece, byte by byte, and seeded random pieces.
enum Splits {
  static func of(_ count: Int, seed: UInt64 = 1, random: Int = 4) -> [[Int]] {
    var generator = SplitMix64(seed: seed &+ UInt64(count))
    // A long input is split byte by byte at both ends and in larger pieces between them.
    let bytes = Array(1..<max(1, count)).filter { $0 < 600 || $0 > count - 600 || $0 % 997 == 0 }
    return [[], bytes]
      + (0..<random).map { _ in
        let cuts = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
          Int.random(in: 0...count, using: &generator)
        }
        return cuts.sorted()
      }
  }
}

/// Parses the first request in `text`, which must be complete.
func request(_ text: String) throws -> Request {
  var parser = RequestParser()
  return try Array(text.utf8).withUnsafeBytes { buffer in
    var input = buffer[...]
    guard case .request(let request) = try parser.next(&input) else { throw Incomplete() }
    return request
  }
}

/// Parses a GET request with these field lines in addition to Host.
func get(_ target: String = "/", _ lines: String...) throws -> Request {
  try request("GET \(target) HTTP/1.1\r\nHost: a\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n")
}

struct Incomplete: Error {}
