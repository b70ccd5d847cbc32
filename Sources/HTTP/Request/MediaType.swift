/// `type "/" subtype *( OWS ";" OWS name "=" value )` (RFC 9110 §8.3.1). Case-insensitive except for parameter values.
package struct MediaType: Sendable {
  private let type: ArraySlice<UInt8>
  private let subtype: ArraySlice<UInt8>
  /// The parameters; names in lower case.
  package let parameters: [(name: String, value: String)]

  /// Parses a media type; nil if `bytes` are not one.
  package init?(_ bytes: ArraySlice<UInt8>) {
    var scanner = FieldScanner(bytes)
    guard let type = scanner.token(), scanner.scan("/"), let subtype = scanner.token(),
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

  /// The value of the first parameter of that name.
  package func parameter(_ lowercaseName: String) -> String? {
    parameters.first { $0.name == lowercaseName }?.value
  }

  /// The charset parameter in lower case, since names of character sets are case-insensitive.
  package var charset: String? {
    parameter("charset")?.lowercased()
  }

  /// Whether the type equals the passed one, which is in lower case. Parameters are ignored.
  package func isType(_ type: StaticString, _ subtype: StaticString) -> Bool {
    self.subtype.matches(subtype) && self.type.matches(type)
  }
}

extension Request {
  /// The media type of the content; nil if the field is absent, invalid or repeated. `value(of: "content-type")`
  /// distinguishes these.
  package var contentType: MediaType? {
    guard count(of: "content-type") == 1 else { return nil }
    return value(of: "content-type").flatMap { MediaType($0) }
  }
}
