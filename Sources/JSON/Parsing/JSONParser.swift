/// A parser of one JSON text, strict by RFC 8259, in one pass over its bytes.
///
/// Does not copy the bytes, which must stay valid during its lifetime. Recursion is limited to `maximumDepth`.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  /// Whether a number that cannot be represented is rounded instead of refused.
  let roundsNumbers: Bool
  /// The offset of the next unread byte, at most `bytes.count`.
  var at = 0
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, roundsNumbers: Bool = false) {
    precondition((0...2048).contains(maximumDepth), "a maximum depth is from 0 to 2,048: each level takes stack")
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.roundsNumbers = roundsNumbers
  }

  /// The next unread byte, or 0 at the end. No token begins with 0, so one comparison detects both.
  @inline(__always)
  var next: UInt8 { at < bytes.count ? bytes[at] : 0 }

  /// Parses the only value of the text.
  mutating func document() throws(JSONError) -> JSONValue {
    skipWhitespace()
    let value = try self.value()
    try end()
    return value
  }

  /// Checks that only whitespace is left.
  mutating func end() throws(JSONError) {
    skipWhitespace()
    if at < bytes.count { throw fault("\(found) after the end of the value; a text holds one value") }
  }

  /// Parses the value that begins at the next byte.
  mutating func value() throws(JSONError) -> JSONValue {
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: throw fault("\(found) where a value must begin; \(Self.valueRule)")
    }
  }

  private mutating func object() throws(JSONError) -> JSONObject {
    var members = JSONObjectBuilder()
    try enter()
    if !isClosed(by: UInt8(ascii: "}")) {
      var goesOn: Bool
      repeat {
        let name = try memberName()
        let value = try value()
        goesOn = try continues(until: UInt8(ascii: "}"))
        // A session has many objects of one member, for which spare capacity would be most of their size.
        if members.isEmpty { members.reserveCapacity(goesOn ? 4 : 1) }
        members.set(name, to: value)
      } while goesOn
    }
    leave()
    return members.finish()
  }

  private mutating func array() throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try enter()
    if !isClosed(by: UInt8(ascii: "]")) {
      repeat {
        elements.append(try value())
      } while try continues(until: UInt8(ascii: "]"))
    }
    leave()
    return elements
  }

  private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let end = at + text.utf8CodeUnitCount
    let expected = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard end <= bytes.count,
      UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[at..<end])).hasSameBytes(as: expected)
    else {
      throw fault("\(found) does not begin a value; \(Self.valueRule)")
    }
    at = end
    return value
  }
}

extension JSONParser {
  /// Skips the four whitespace characters of RFC 8259 §2.
  @inline(__always)
  mutating func skipWhitespace() {
    while true {
      switch next {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): at += 1
      default: return
      }
    }
  }

  /// Consumes the opening bracket of an object or array.
  mutating func enter() throws(JSONError) {
    if depth == maximumDepth { throw fault("a value nested more than \(maximumDepth) levels deep, the limit") }
    depth += 1
    at += 1
    skipWhitespace()
  }

  /// Ends the object or array after its closing bracket.
  @inline(__always)
  mutating func leave() {
    depth -= 1
  }

  /// Consumes the closing bracket of an empty object or array.
  @inline(__always)
  mutating func isClosed(by bracket: UInt8) -> Bool {
    if next != bracket { return false }
    at += 1
    return true
  }

  /// Consumes the comma before the next member or element, or the closing bracket after the last.
  @inline(__always)
  mutating func continues(until bracket: UInt8) throws(JSONError) -> Bool {
    skipWhitespace()
    let byte = next
    if byte == UInt8(ascii: ",") {
      at += 1
      skipWhitespace()
      return true
    }
    if byte == bracket {
      at += 1
      return false
    }
    throw fault("\(found) where ',' or '\(Character(Unicode.Scalar(bracket)))' is expected")
  }

  /// Parses a name and its colon, up to the first byte of the value.
  mutating func memberName() throws(JSONError) -> String {
    if next != UInt8(ascii: "\"") { throw fault("\(found) where a member's name is expected, in double quotes") }
    let name = try string()
    skipWhitespace()
    if next != UInt8(ascii: ":") { throw fault("\(found) where ':' is expected after the name of a member") }
    at += 1
    skipWhitespace()
    return name
  }
}
