import JSON
import Testing

extension APIHarness {
  /// Creates an operator, or finds the one with the name.
  ///
  /// - Returns: Its id, and its token as a header field line; of one that was found, a line without one.
  func `operator`(
    _ name: String, _ scopes: [String], _ more: JSONObject = [:]
  ) async throws -> (id: String, line: String) {
    var body: JSONObject = ["name": .string(name), "scopes": .array(scopes.map(JSONValue.string))]
    for (member, value) in more { body[member] = value }
    let made = try await send("POST", "/v1/admin/tokens", JSONValue.object(body).text, admin)
    if made.status == 409 {
      let items = try await send("GET", "/v1/admin/tokens", nil, admin).json()["items"]?.arrayValue ?? []
      return (try #require(items.first { $0["name"]?.stringValue == name }?["id"]?.stringValue), "Accept: */*")
    }
    let json = try made.json()
    return (try #require(json["id"]?.stringValue), bearer(try #require(json["token"]?.stringValue)))
  }
}
