extension JSONValue {
  /// Parses a JSON text, strictly by RFC 8259, in one pass and in linear time.
  ///
  /// A number written as an integer becomes `.integer`, any other the nearest `.number` (also `-0`, to keep its sign).
  /// Of members with the same name the last one wins.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 without a byte order mark.
  ///   - maximumDepth: The greatest nesting of objects and arrays, at most 2,048.
  ///   - roundingNumbers: Whether an integer beyond 64 bits becomes the nearest double, and a fraction that underflows
  ///     0. For stored texts, which earlier versions accepted in this form.
  /// - Throws: ``JSONError`` when the text is not valid JSON, or has a part that RFC 8259 leaves open: a number that
  ///   cannot be represented (an integer beyond 64 bits, a number out of the range of a double), or an unpaired
  ///   surrogate.
  public init(
    parsing bytes: UnsafeRawBufferPointer, maximumDepth: Int = 64, roundingNumbers: Bool = false
  ) throws(JSONError) {
    var parser = JSONParser(
      bytes.assumingMemoryBound(to: UInt8.self), maximumDepth: maximumDepth, roundsNumbers: roundingNumbers)
    self = try parser.document()
  }

  /// Parses a JSON text; see ``init(parsing:maximumDepth:roundingNumbers:)-(UnsafeRawBufferPointer,_,_)``.
  public init(parsing bytes: [UInt8], maximumDepth: Int = 64, roundingNumbers: Bool = false) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var parser = JSONParser(buffer, maximumDepth: maximumDepth, roundsNumbers: roundingNumbers)
      return try parser.document()
    }
  }

  /// Parses a JSON text; see ``init(parsing:maximumDepth:roundingNumbers:)-(UnsafeRawBufferPointer,_,_)``.
  public init(parsing text: String, maximumDepth: Int = 64) throws(JSONError) {
    let result = text.withBytes { buffer in
      Result { () throws(JSONError) in
        var parser = JSONParser(buffer, maximumDepth: maximumDepth)
        return try parser.document()
      }
    }
    self = try result.get()
  }

  /// Checks that bytes are a JSON text without building its value; the parameters are those of
  /// ``init(parsing:maximumDepth:roundingNumbers:)-(UnsafeRawBufferPointer,_,_)``.
  package static func validate(
    _ bytes: [UInt8], maximumDepth: Int = 64, roundingNumbers: Bool = false
  ) throws(JSONError) {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var parser = JSONParser(buffer, maximumDepth: maximumDepth, roundsNumbers: roundingNumbers)
      try parser.validate()
    }
  }

  /// Returns whether ``validate(_:maximumDepth:roundingNumbers:)`` succeeds.
  package static func isText(_ bytes: [UInt8], maximumDepth: Int = 64, roundingNumbers: Bool = false) -> Bool {
    (try? validate(bytes, maximumDepth: maximumDepth, roundingNumbers: roundingNumbers)) != nil
  }
}

// Values that are kept as their text.
extension JSONValue {
  /// Parses a text as ``init(parsing:maximumDepth:roundingNumbers:)`` does, but keeps a long array or object as its text.
  package init(
    keeping text: ArraySlice<UInt8>, maximumDepth: Int = 2_048, roundingNumbers: Bool = false
  ) throws(JSONError) {
    if text.count > RawJSON.longestParsed {
      self = try RawJSON(parsing: text, maximumDepth: maximumDepth, roundingNumbers: roundingNumbers).value
    } else {
      self = try text.withUnsafeBufferPointer { text throws(JSONError) in
        try JSONValue(
          parsing: UnsafeRawBufferPointer(text), maximumDepth: maximumDepth, roundingNumbers: roundingNumbers)
      }
    }
  }

  /// The value with all its parts parsed. Only the value itself may be kept as its text, not a part of a parsed value.
  package var expanded: JSONValue {
    switch self {
    case .raw(let raw): raw.parsed
    case .object(let object): .object(object.expanded)
    default: self
    }
  }

  /// The text of a value that is kept as its text; nil: it is parsed.
  package var keptText: ArraySlice<UInt8>? {
    switch self {
    case .raw(let raw): raw.bytes
    case .object(let object): object.keptText
    default: nil
    }
  }

  /// Whether it is kept as its text.
  package var isRaw: Bool { keptText != nil }

  /// Calls `body` with the elements of an array, one by one.
  ///
  /// - Returns: false when the value is no array.
  package func forEachElement<Failure: Error>(_ body: (JSONValue) throws(Failure) -> Void) throws(Failure) -> Bool {
    switch self {
    case .raw(let raw): try raw.forEachElement(body)
    case .array(let elements): for element in elements { try body(element) }
    default: return false
    }
    return true
  }
}
