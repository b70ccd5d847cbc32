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
    /// A path that takes more than that, without a query.
    package var roomyPath: (path: StaticString, body: Int)?

    package init() {}

    /// Of the content of a request to a path of the head's bytes.
    func body(at path: Range<Int>, in bytes: Span<UInt8>) -> Int {
      guard let roomyPath, path.count == roomyPath.path.utf8CodeUnitCount, bytes.isText(roomyPath.path, path) else {
        return body
      }
      return max(body, roomyPath.body)
    }

    /// More than any head that is accepted can have: a method, spaces, version and line ends besides.
    var head: Int { target + headerSection + 256 }
  }
}
