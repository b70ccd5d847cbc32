extension JSONObject {
  /// Returns the member of that name as a Swift value. An absent member counts as `null`.
  ///
  ///     init(json: JSONValue) throws {
  ///       let members = try JSONObject(json: json)
  ///       count = try members.value("count")
  ///       note = try members.value("note")  // of type String?
  ///     }
  ///
  /// - Throws: `JSONMismatch` with the pointer of the member, when it is absent or of another type.
  public func value<T: JSONConvertible>(_ name: String, as type: T.Type = T.self) throws -> T {
    let place = JSONPointer().appending(name: name)
    guard let member = self[name] else { return try JSONMismatch.absent(at: place) { try T(json: .null) } }
    return try JSONMismatch.locating(at: place) { try T(json: member) }
  }

  /// The places of the members' values in the array of which `text` is a slice, by name.
  ///
  /// - Returns: nil unless the object is kept as that text, without a copy.
  package func memberRanges(in text: ArraySlice<UInt8>) -> [String: Range<Int>]? {
    guard case .raw(let raw) = storage, raw.bytes.indices == text.indices else { return nil }
    let isSame = raw.bytes.withUnsafeBufferPointer { kept in
      text.withUnsafeBufferPointer { $0.baseAddress == kept.baseAddress }
    }
    return isSame ? raw.memberRanges : nil
  }
}

extension JSONMismatch {
  /// Runs `body` on the `null` that replaces an absent member, and reports the member as missing on a mismatch.
  fileprivate static func absent<T>(at place: JSONPointer, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let mismatch as JSONMismatch {
      throw JSONMismatch(expected: mismatch.expected, found: nil, pointer: place)
    }
  }
}
