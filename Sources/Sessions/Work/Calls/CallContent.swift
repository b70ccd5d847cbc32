import JSON

extension JSONValue {
  /// The content of a request or an answer: a value if it is JSON, otherwise a string.
  ///
  /// - Parameter type: The media type.
  package static func content(_ bytes: [UInt8], of type: String?) -> JSONValue {
    let type = type?.prefix { $0 != ";" }.lowercased() ?? ""
    if type.hasSuffix("/json") || type.hasSuffix("+json"), let value = JSONValue.valid(bytes) { return value }
    return .string(String(decoding: bytes, as: UTF8.self))
  }

  private static func valid(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { return nil }
  }
}
