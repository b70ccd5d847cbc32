/// `type "/" subtype *( OWS ";" OWS name "=" value )` (RFC 9110 §8.3.1). Case does not matter but in values.
package struct MediaType: Sendable {
  private let type: ArraySlice<UInt8>
  private let subtype: ArraySlice<UInt8>
  /// Names in lower case.
  package let parameters: [(name: String, value: String)]

  /// Nil when `bytes` are not a media type.
  package init?(_ bytes: ArraySlice<UInt8>) {
    var scanner = FieldScanner(bytes)
    guard let type = scanner.token(), scanner.take("/"), let subtype = scanner.token(),
      let parameters = scanner.parameters()
    else { return nil }
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
  }

  /// `type/subtype` in lower case.
  package var name: String {
    String(lowercasing: type) + "/" + String(lowercasing: subtype)
  }

  package func parameter(_ lowercaseName: String) -> String? {
    parameters.first { $0.name == lowercaseName }?.value
  }

  /// In lower case, since names of character sets have none.
  package var charset: String? {
    parameter("charset")?.lowercased()
  }

  /// Whether it is that type, given in lower case, whatever its parameters.
  package func isType(_ type: StaticString, _ subtype: StaticString) -> Bool {
    self.subtype.matches(subtype) && self.type.matches(type)
  }
}

extension Request {
  /// Nil when there is none, when it is no media type, and when there are two; `value(of: "content-type")` tells.
  package var contentType: MediaType? {
    guard count(of: "content-type") == 1 else { return nil }
    return value(of: "content-type").flatMap { MediaType($0) }
  }
}
