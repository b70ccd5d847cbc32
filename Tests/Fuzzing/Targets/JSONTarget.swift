import JSON

/// JSON texts: all parsers give the same value or the same error, and a written value is read back unchanged.
enum JSONTarget {
  static func read(_ input: [UInt8]) {
    for depth in [64, 2_048] { read(input, depth) }
  }

  private static func read(_ input: [UInt8], _ depth: Int) {
    let value = Result { () throws(JSONError) in try JSONValue(parsing: input, maximumDepth: depth) }
    let document = Result { () throws(JSONError) in try JSONDocument(parsing: input, maximumDepth: depth) }
    switch (value, document) {
    case (.failure(let one), .failure(let other)): require("\(one)" == "\(other)", "two errors: \(one) and \(other)")
    case (.success(let value), .success(let document)):
      require(value == document.value, "the parsers give different values")
      _ = document.repeatedMembers
      write(value, depth)
    default: fatalError("one parser gives a value and the other one an error")
    }
  }

  private static func write(_ value: JSONValue, _ depth: Int) {
    let bytes = value.bytes
    require(bytes.count == value.encodedSize, "the encoded size differs from the predicted one")
    guard let again = try? JSONValue(parsing: bytes, maximumDepth: depth) else { fatalError("written JSON is invalid") }
    require(again == value && again.bytes == bytes, "the written value is read back as another one")
    var merged = value
    merged.mergePatch(value)
    _ = merged.bytes
  }
}
