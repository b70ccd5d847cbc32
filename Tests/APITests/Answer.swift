import JSON

/// An HTTP response as a client receives it.
struct Answer {
  let status: Int
  let fields: [(name: String, value: String)]
  let body: [UInt8]

  /// The value of a header field. Several lines of one name are joined (RFC 9110 §5.3).
  subscript(_ name: String) -> String? {
    let values = fields.filter { $0.name == name.lowercased() }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  var text: String { String(decoding: body, as: UTF8.self) }
  func json(maximumDepth: Int = 64) throws -> JSONValue { try JSONValue(parsing: body, maximumDepth: maximumDepth) }
}

extension Answer {
  /// Removes and returns a complete response at the front of `bytes`. Returns nil if it is incomplete.
  static func popFirst(from bytes: inout ArraySlice<UInt8>, forHead: Bool) -> Answer? {
    let ending = Array("\r\n\r\n".utf8)
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: ending) }) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let fields = lines.dropFirst().map { line in
      let name = line.prefix { $0 != ":" }
      return (name: name.lowercased(), value: String(line.dropFirst(name.count + 2)))
    }
    let length = forHead ? 0 : fields.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
      bytes.endIndex >= end + 4 + length
    else { return nil }
    defer { bytes = bytes[(end + 4 + length)...] }
    return Answer(status: status, fields: fields, body: Array(bytes[(end + 4)..<(end + 4 + length)]))
  }
}

extension String {
  /// The text without the members `by` and `requestId`.
  var withoutOrigins: String { replacing(/,"by":(null|{[^}]*}),"requestId":(null|"[^"]*")/, with: "") }
}
