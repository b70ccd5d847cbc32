import JSON

extension Exchange {
  /// The body as JSON.
  ///
  /// - Parameter absent: The value of an absent body; nil if a body is required.
  func json(absent: JSONValue? = nil) throws(Problem) -> JSONValue {
    if request.body.isEmpty {
      guard let absent else { throw Problem(400, "no-body", "The body is empty; send a JSON object.") }
      return absent
    }
    try checkContentType()
    do throws(JSONError) {
      return try jsonDepth.parse(request.body)
    } catch {
      throw Problem(error)
    }
  }

  /// The body as a JSON object with no members other than these.
  ///
  /// - Parameter absent: The value of an absent body; nil if a body is required.
  func object(_ known: [String], absent: JSONValue? = nil) throws(Problem) -> JSONObject {
    let json = try json(absent: absent)
    guard case .object(let object) = json else {
      throw Problem(422, "bad-body", "The body must be a JSON object; it is \(json.kind).")
    }
    // A misspelt member that is ignored would be found late, or never (docs/decisions/0007).
    for name in object.names where !known.contains(name) {
      throw .fault(
        "unknown-member", "The body has the unknown member `\(name)`; it takes \(known.joined(separator: ", ")).",
        at: name)
    }
    return object
  }

  /// The media type that nearly every client sends; it is accepted without parsing.
  private static let plainJSON = Array("application/json".utf8)[...]

  func checkContentType() throws(Problem) {
    if request.value(of: "content-type") != Self.plainJSON { try checkContentType(is: "json") }
  }

  /// - Parameter subtype: The required subtype of `application/`; a request without a `Content-Type` passes.
  func checkContentType(is subtype: StaticString) throws(Problem) {
    guard let given = request.value(of: "content-type") else { return }
    guard let type = request.contentType, type.isType("application", subtype),
      type.charset.map({ $0.lowercased() == "utf-8" }) ?? true
    else {
      let name = String(decoding: given.prefix(80), as: UTF8.self)
      throw Problem(
        415, "unsupported-media-type", "The Content-Type is `\(name)`; send `Content-Type: application/\(subtype)`.")
    }
  }
}
