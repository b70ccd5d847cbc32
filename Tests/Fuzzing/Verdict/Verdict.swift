import HTTP

/// The result of parsing a connection, encoded like those of Tests/Blackbox/wire/reference_parser.py.
///
/// For each request: `R`, method, minor version, path, whether there is a query, query, authority, number of fields,
/// names and values, content, whether the connection stays open, and the offset in the connection at which the request
/// ends. Then `M` if more bytes are needed, `C` if the last request closes the connection, `X` if the rest is rejected.
package struct Verdict {
  private var writer = Writer()
  package private(set) var requests: [Request] = []
  /// The error with which the rest is rejected.
  package private(set) var error: RequestError?
  package var bytes: [UInt8] { writer.bytes }

  /// - Parameter cuts: The offsets at which one piece ends and the next begins.
  package init(of connection: [UInt8], cuts: [Int] = [], limits: RequestParser.Limits) {
    var parser = RequestParser(limits: limits)
    var (start, isOpen) = (0, true)
    for end in cuts + [connection.count] {
      // A copy in its own memory, so that AddressSanitizer finds a read past its end.
      let piece = Array(connection[start..<end])
      do throws(RequestError) {
        try read(piece, from: start, with: &parser, &isOpen)
      } catch {
        self.error = error
        writer.put("X")
        return
      }
      start = end
    }
    writer.put(isOpen ? "M" : "C")
  }

  private mutating func read(
    _ piece: [UInt8], from start: Int, with parser: inout RequestParser, _ isOpen: inout Bool
  ) throws(RequestError) {
    try piece.withUnsafeBytes { (buffer) in
      Result { () throws(RequestError) in
        var input = buffer[...]
        while let event = try parser.next(&input) {
          guard case .request(let request) = event else { continue }
          isOpen = request.keepsAlive
          put(request, end: start + input.startIndex)
        }
        guard input.isEmpty else { fatalError("the parser left bytes without an event") }
      }
    }.get()
  }

  private mutating func put(_ request: Request, end: Int) {
    func part(_ range: Range<Int>) -> [UInt8] { Array(request.head[range]) }
    requests.append(request)
    writer.put("R")
    writer.put(Array(request.methodText.utf8))
    writer.put(Int(request.minorVersion))
    writer.put(part(request.path))
    writer.put(request.query == nil ? 0 : 1)
    writer.put(part(request.query ?? 0..<0))
    writer.put(part(request.authority))
    writer.put(request.fields.count)
    for field in request.fields {
      writer.put(part(field.name))
      writer.put(part(field.value))
    }
    writer.put(request.body)
    writer.put(request.keepsAlive ? 1 : 0)
    writer.put(end)
  }

  /// Whether the verdict is the same byte by byte, and in pieces that depend on the connection only.
  package func isSame(inPiecesOf connection: [UInt8], limits: RequestParser.Limits) -> Bool {
    var state = connection.reduce(UInt64(connection.count)) { $0 &* 0x100_0000_01B3 ^ UInt64($1) }
    let cuts = (0..<3).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % (connection.count + 1)
    }
    return [Array(1..<max(1, min(connection.count, 400))), cuts.sorted()].allSatisfy { cuts in
      let other = Verdict(of: connection, cuts: cuts, limits: limits)
      return other.bytes == bytes && other.error == error
    }
  }
}

extension Verdict {
  package struct Writer {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func put(_ letter: Unicode.Scalar) {
      bytes.append(UInt8(ascii: letter))
    }

    package mutating func put(_ number: Int) {
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    package mutating func put(_ text: [UInt8]) {
      put(text.count)
      bytes += text
    }
  }
}

extension RequestParser.Limits {
  /// Limits so small that short inputs reach them.
  package static var small: RequestParser.Limits {
    var limits = RequestParser.Limits()
    limits.target = 24
    limits.field = 40
    limits.headerSection = 120
    limits.fields = 5
    limits.chunkLine = 20
    limits.body = 24
    return limits
  }
}
