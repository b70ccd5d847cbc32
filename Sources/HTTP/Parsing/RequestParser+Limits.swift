extension RequestParser {
  /// In bytes, but for `fields`. What is beyond one of them is refused as soon as that is certain.
  package struct Limits: Sendable {
    package var target = 8192
    /// One field line, without its CRLF.
    package var field = 8192
    /// All field lines of a message, trailers included.
    package var headerSection = 32768
    package var fields = 100
    /// A chunk's size and extensions.
    package var chunkLine = 256
    package var body = 1 << 20
    /// A path, without a query, whose content is given in pieces as it comes, and how much it may be in all.
    package var streamedPath: (path: StaticString, body: Int)?

    package init() {}

    /// Of the content of a request to a path of the head's bytes.
    func body(at path: Range<Int>, in bytes: Span<UInt8>) -> Int {
      guard let streamedPath, isStreamed(path, in: bytes) else { return body }
      return max(body, streamedPath.body)
    }

    /// Whether the content of a request to a path of the head's bytes is given in pieces.
    func isStreamed(_ path: Range<Int>, in bytes: Span<UInt8>) -> Bool {
      guard let streamedPath else { return false }
      return path.count == streamedPath.path.utf8CodeUnitCount && bytes.isText(streamedPath.path, path)
    }

    /// More than any head that is accepted can have: a method, spaces, version and line ends besides.
    var head: Int { target + headerSection + 256 }
  }
}
