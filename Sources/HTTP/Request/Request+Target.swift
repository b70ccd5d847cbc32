/// Path and query, decoded on request.
extension Request {
  /// The path as it was sent, with its percent-encoding.
  package var pathText: String {
    String(decoding: head[path], as: UTF8.self)
  }

  /// The value of the first query parameter of that name; an empty string if it has no value.
  ///
  /// - Throws: If the decoded query is not UTF-8.
  package func parameter(_ name: String) throws(RequestError) -> String? {
    guard query != nil else { return nil }
    return try parameters().first { $0.name == name }?.value
  }

  /// All query parameters in order, in the encoding of forms: `+` is a space (WHATWG URL,
  /// application/x-www-form-urlencoded).
  ///
  /// - Throws: If the decoded query is not UTF-8.
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
