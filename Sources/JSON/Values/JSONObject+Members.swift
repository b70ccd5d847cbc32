extension JSONObject {
  /// The member of that name as a value of a Swift type; an absent one counts as `null`.
  ///
  ///     init(json: JSONValue) throws {
  ///       let members = try JSONObject(json: json)
  ///       count = try members.value("count")
  ///       note = try members.value("note")  // of type String?
  ///     }
  ///
  /// - Throws: `JSONMismatch` with the pointer of the member.
  public func value<T: JSONConvertible>(_ name: String, as type: T.Type = T.self) throws -> T {
    let place = JSONPointer().appending(name: name)
    guard let member = self[name] else {
      return try JSONMismatch.absent(at: place) { try T(json: .null) }
    }
    return try JSONMismatch.locating(at: place) { try T(json: member) }
  }
}

extension JSONMismatch {
  /// Runs `body` on the `null` that stands for an absent member, and says so when that does not fit.
  fileprivate static func absent<T>(at place: JSONPointer, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let mismatch as JSONMismatch {
      throw JSONMismatch(expected: mismatch.expected, found: nil, pointer: place)
    }
  }
}
