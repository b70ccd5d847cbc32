import JSON
import Testing

extension APIHarness {
  /// Creates an operator.
  ///
  /// - Returns: Its id, and its token as a header field line.
  func `operator`(
    _ name: String, _ scopes: [String], _ more: JSONObject = [:]
  ) async throws -> (id: String, line: String) {
    var body: JSONObject = ["name": .string(name), "scopes": .array(scopes.map(JSONValue.string))]
    for (member, value) in more { body[member] = value }
    let made = try await send("POST", "/v1/admin/tokens", JSONValue.object(body).text, admin)
    let json = try made.json()
    return (try #require(json["id"]?.stringValue), bearer(try #require(json["token"]?.stringValue)))
  }
}
