/// `type "/" subtype *( OWS ";" OWS name "=" value )` (RFC 9110 §8.3.1). Type, subtype and names in lower case.
package struct MediaType: Sendable {
  package let type: String
  package let subtype: String
  package let parameters: [(name: String, value: String)]

  /// Nil when `bytes` are not a media type.
  package init?(_ bytes: ArraySlice<UInt8>) {
    var scanner = FieldScanner(bytes)
    guard let type = scanner.token(), scanner.take("/"), let subtype = scanner.token(),
      let parameters = scanner.parameters()
    else { return nil }
    self.type = String(lowercasing: type)
    self.subtype = String(lowercasing: subtype)
    self.parameters = parameters
  }

  package func parameter(_ lowercaseName: String) -> String? {
    parameters.first { $0.name == lowercaseName }?.value
  }

  /// In lower case, since names of character sets have none.
  package var charset: String? {
    parameter("charset")?.lowercased()
  }

  package func isType(_ type: String, _ subtype: String) -> Bool {
    self.type == type && self.subtype == subtype
  }
}

extension Request {
  /// Nil when there is none, when it is no media type, and when there are two; `value(of: "content-type")` tells.
  package var contentType: MediaType? {
    guard count(of: "content-type") == 1 else { return nil }
    return value(of: "content-type").flatMap { MediaType($0) }
  }
}
