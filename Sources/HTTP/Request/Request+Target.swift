/// Path and query, decoded when they are asked for.
extension Request {
  /// The path as it was sent, percent-encoding and all.
  package var pathText: String {
    String(decoding: head[path], as: UTF8.self)
  }

  /// The path's segments, decoded one by one, so that an encoded slash splits none. `/` has none, `/a/` has `a` and an
  /// empty one.
  package func pathSegments() throws(RequestError) -> [String] {
    guard path.count > 1 else { return [] }
    var segments: [String] = []
    for bytes in head[path].dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let segment = String(percentDecoding: bytes) else {
        throw .malformed("The path has \(Excerpt.of(bytes)), which is not UTF-8 when decoded; encode UTF-8.")
      }
      segments.append(segment)
    }
    return segments
  }

  /// The value of the first query parameter of that name; empty when it has none.
  ///
  /// - Throws: When the query holds something that is not UTF-8 when decoded.
  package func parameter(_ name: String) throws(RequestError) -> String? {
    guard query != nil else { return nil }
    return try parameters().first { $0.name == name }?.value
  }

  /// All query parameters in the order in which they came, as forms encode them: `+` is a space
  /// (WHATWG URL, application/x-www-form-urlencoded).
  ///
  /// - Throws: When the query holds something that is not UTF-8 when decoded.
  package func parameters() throws(RequestError) -> [(name: String, value: String)] {
    guard let query else { return [] }
    var parameters: [(name: String, value: String)] = []
    for pair in head[query].split(separator: UInt8(ascii: "&")) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      let value = pair[name.endIndex...].dropFirst()
      guard let name = String(percentDecoding: name, plusIsSpace: true),
        let value = String(percentDecoding: value, plusIsSpace: true)
      else {
        throw .malformed("The query has \(Excerpt.of(pair)), which is not UTF-8 when decoded; encode UTF-8.")
      }
      parameters.append((name, value))
    }
    return parameters
  }
}
