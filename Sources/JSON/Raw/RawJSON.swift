/// A JSON value kept as its text, whose parts are parsed one by one.
///
/// A parsed value takes up to twenty times its text. The values of a long recorded change are therefore kept in this
/// form. The text is valid, and as ``JSONValue/bytes`` writes its value. The parts of a text share its bytes.
public final class RawJSON: Sendable {
  /// The text.
  package let bytes: ArraySlice<UInt8>

  /// The length up to which a text is better parsed at once.
  package static let longestParsed = 64 << 10
  /// The length from which an array or an object in a longer text is kept as its text.
  private static let shortest = 64
  /// Stored containers are nested deeper than values from clients.
  private static let maximumDepth = 2_048

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// Checks and rewrites a text of any form; the parameters are those of
  /// ``JSONValue/init(parsing:maximumDepth:roundingNumbers:)``.
  package init(
    parsing text: ArraySlice<UInt8>, maximumDepth: Int = 2_048, roundingNumbers: Bool = false
  ) throws(JSONError) {
    let rewritten: (range: Range<Int>?, bytes: [UInt8]) = try text.withUnsafeBufferPointer { buffer throws(JSONError) in
      var normalizer = JSONNormalizer(
        JSONParser(buffer, maximumDepth: maximumDepth, roundsNumbers: roundingNumbers))
      let range = try normalizer.run()
      return (range, range == nil ? normalizer.bytes : [])
    }
    bytes = rewritten.range.map { text.dropFirst($0.lowerBound).prefix($0.count) } ?? rewritten.bytes[...]
  }

  package var isArray: Bool { bytes.first == UInt8(ascii: "[") }
  package var isObject: Bool { bytes.first == UInt8(ascii: "{") }

  /// Calls `body` with the elements of an array, one by one. Long ones are kept as their text.
  package func forEachElement<Failure: Error>(_ body: (JSONValue) throws(Failure) -> Void) throws(Failure) {
    for range in elementRanges { try body(part(range)) }
  }

  /// The value: an array or an object is kept as this text.
  package var value: JSONValue {
    if isObject { return .object(JSONObject(raw: self)) }
    return isArray ? .raw(self) : parsed
  }

  /// The parsed value.
  package var parsed: JSONValue { Self.parse(bytes) }

  /// The parsed members; none if this is no object.
  var parsedObject: JSONObject { parsed.objectValue ?? JSONObject() }
  var parsedMembers: [JSONObject.Member] { parsedObject.members }

  /// The ranges of the elements of an array.
  package var elementRanges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    forEachPart { _, range in ranges.append(range) }
    return ranges
  }

  /// The elements of an array. Long ones are kept as their text.
  package var elements: [JSONValue] { elementRanges.map(part) }

  /// The places of the members' values in the array of which this object's text is a part, by name.
  var memberRanges: [String: Range<Int>] {
    var ranges: [String: Range<Int>] = [:]
    forEachPart { name, value in ranges[Self.name(bytes[name])] = value }
    return ranges
  }

  /// The names of the members of an object.
  var names: [String] {
    var names: [String] = []
    forEachPart { name, _ in names.append(Self.name(bytes[name])) }
    return names
  }

  /// The member of an object. A long one is kept as its text.
  subscript(name: String) -> JSONValue? {
    var found: Range<Int>?
    forEachPart { range, value in
      if found == nil, Self.name(bytes[range]).isIdentical(to: name) { found = value }
    }
    return found.map(part)
  }

  /// The part of the text in a range. A long array or object is kept as its text.
  package func part(_ range: Range<Int>) -> JSONValue {
    let text = bytes[range]
    return text.count < Self.shortest ? Self.parse(text) : RawJSON(text).value
  }

  private static func parse(_ text: ArraySlice<UInt8>) -> JSONValue {
    let result = text.withUnsafeBytes { text in
      Result { () throws(JSONError) in
        try JSONValue(parsing: text, maximumDepth: maximumDepth, roundingNumbers: true)
      }
    }
    switch result {
    case .success(let value): return value
    case .failure(let error): preconditionFailure("a part of a valid text is invalid: \(error)")
    }
  }

  private static func name(_ text: ArraySlice<UInt8>) -> String {
    guard case .string(let name) = parse(text) else { preconditionFailure("a name in a valid text is not a string") }
    return name
  }
}

extension RawJSON {
  /// Calls `body` with the ranges of each member's name and value, or with an empty range and that of each element.
  private func forEachPart(_ body: (_ name: Range<Int>, _ value: Range<Int>) -> Void) {
    bytes.withUnsafeBufferPointer { text in
      let first = bytes.startIndex
      var at = 1
      // The text has no whitespace, so every separator is one byte, and the last byte closes the container.
      while at < text.count - 1 {
        var name = at..<at
        if isObject {
          name = at..<Self.end(of: text, from: at)
          at = name.upperBound + 1
        }
        let end = Self.end(of: text, from: at)
        body(first + name.lowerBound..<first + name.upperBound, first + at..<first + end)
        at = end + 1
      }
    }
  }

  /// The end of the value that begins at `start`.
  private static func end(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var (at, depth) = (start, 0)
    repeat {
      switch text[at] {
      case UInt8(ascii: "\""): at = endOfString(text, from: at)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        at += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        at += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): at += 1
      default: at = endOfScalar(text, from: at)
      }
    } while depth > 0
    return at
  }

  private static func endOfString(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = JSONEscapes.firstSpecial(in: text, from: start + 1)
    // A valid string has no bare control characters: a special byte is its end, or the backslash of an escape.
    while text[at] != UInt8(ascii: "\"") { at = JSONEscapes.firstSpecial(in: text, from: at + 2) }
    return at + 1
  }

  private static func endOfScalar(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    while at < text.count, text[at] != UInt8(ascii: ","), text[at] != UInt8(ascii: "]"), text[at] != UInt8(ascii: "}") {
      at += 1
    }
    return at
  }
}

extension RawJSON {
  /// Whether the text has the same value.
  func isEqual(to other: RawJSON) -> Bool {
    bytes == other.bytes || parsed == other.parsed
  }

  /// Whether the text has that value, of which no copy is made.
  func isEqual(to array: [JSONValue]) -> Bool {
    guard isArray else { return false }
    var position = 0
    var isEqual = true
    forEachPart { _, range in
      isEqual = isEqual && position < array.count && part(range) == array[position]
      position += 1
    }
    return isEqual && position == array.count
  }

  /// Whether the text has those members.
  func isEqual(to object: JSONObject) -> Bool {
    guard isObject else { return false }
    var count = 0
    var isEqual = true
    forEachPart { name, value in
      isEqual = isEqual && object[Self.name(bytes[name])] == part(value)
      count += 1
    }
    // Names in the text are unique, so equal counts leave no member of the object out.
    return isEqual && count == object.count
  }
}
