extension RequestParser {
  /// The limits of a request, in bytes except for `fields`. A violation is reported as soon as it is certain.
  package struct Limits: Sendable {
    /// The request target.
    package var target = 8192
    /// One field line, without its CRLF.
    package var field = 8192
    /// All field lines of a message, trailers included.
    package var headerSection = 32768
    /// The number of fields of a message, trailers included.
    package var fields = 100
    /// A chunk's size and extensions.
    package var chunkLine = 256
    /// The content.
    package var body = 1 << 20
    /// The path, without a query, whose content is streamed, and the limit of that content.
    package var streamedPath: (path: StaticString, body: Int)?

    /// Creates the default limits.
    package init() {}

    /// The limit of the content of a request to a path in `bytes`.
    func body(at path: Range<Int>, in bytes: Span<UInt8>) -> Int {
      guard let streamedPath, isStreamed(path, in: bytes) else { return body }
      return max(body, streamedPath.body)
    }

    /// Whether the content of a request to a path in `bytes` is streamed.
    func isStreamed(_ path: Range<Int>, in bytes: Span<UInt8>) -> Bool {
      guard let streamedPath else { return false }
      return path.count == streamedPath.path.utf8CodeUnitCount && bytes.isText(streamedPath.path, path)
    }

    /// An upper bound for a valid head: the limits plus method, spaces, version and line ends.
    var head: Int { target + headerSection + 256 }
  }
}
