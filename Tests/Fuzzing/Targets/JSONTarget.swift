import JSON

/// JSON texts: each way of reading gives the same value or refuses, and what was written is read as it was.
enum JSONTarget {
  static func read(_ input: [UInt8]) {
    for depth in [64, 2_048] { read(input, depth) }
  }

  private static func read(_ input: [UInt8], _ depth: Int) {
    let value = Result { () throws(JSONError) in try JSONValue(parsing: input, maximumDepth: depth) }
    let document = Result { () throws(JSONError) in try JSONDocument(parsing: input, maximumDepth: depth) }
    switch (value, document) {
    case (.failure(let one), .failure(let other)): require("\(one)" == "\(other)", "\(one) and \(other)")
    case (.success(let value), .success(let document)):
      require(value == document.value, "two values")
      _ = document.repeatedMembers
      write(value, depth)
    default: fatalError("a value in one way, and none in the other")
    }
  }

  private static func write(_ value: JSONValue, _ depth: Int) {
    let bytes = value.bytes
    require(bytes.count == value.encodedSize, "another size than was told")
    guard let again = try? JSONValue(parsing: bytes, maximumDepth: depth) else { fatalError("not read again") }
    require(again == value && again.bytes == bytes, "another value after it was written")
    var merged = value
    merged.mergePatch(value)
    _ = merged.bytes
  }
}
