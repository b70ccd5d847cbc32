/// Reads one JSON text in one pass over its bytes, strictly by RFC 8259.
///
/// Does not copy the bytes: they must stay in place while it lives. Recursion goes no deeper than `maximumDepth`.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  /// Whether a number that cannot be kept is rounded, and not refused.
  let roundsNumbers: Bool
  /// Where the next unread byte is; never beyond `bytes.count`.
  var at = 0
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, roundsNumbers: Bool = false) {
    precondition((0...2048).contains(maximumDepth), "a maximum depth is from 0 to 2,048: each level takes stack")
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.roundsNumbers = roundsNumbers
  }

  /// The next unread byte, or 0 at the end: no token begins with it, so one test tells both.
  @inline(__always)
  var next: UInt8 { at < bytes.count ? bytes[at] : 0 }

  /// Reads the only value of the text.
  mutating func document() throws(JSONError) -> JSONValue {
    skipWhitespace()
    let value = try self.value()
    try end()
    return value
  }

  /// Makes sure that nothing but whitespace is left.
  mutating func end() throws(JSONError) {
    skipWhitespace()
    if at < bytes.count { throw fault("\(found) after the end of the value; a text holds one value") }
  }

  /// Reads the value that begins at the next byte.
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
        // A session keeps many objects of one member, in which room for more is most of what it costs.
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
      throw fault("\(found) begins no value; \(Self.valueRule)")
    }
    at = end
    return value
  }
}

extension JSONParser {
  /// RFC 8259 §2: these four and no other.
  @inline(__always)
  mutating func skipWhitespace() {
    while true {
      switch next {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): at += 1
      default: return
      }
    }
  }

  /// Takes the bracket that opens an object or an array.
  mutating func enter() throws(JSONError) {
    if depth == maximumDepth {
      throw fault("a value more than \(maximumDepth) objects and arrays deep; \(maximumDepth) are accepted")
    }
    depth += 1
    at += 1
    skipWhitespace()
  }

  /// Closes what `enter` opened, its bracket taken.
  @inline(__always)
  mutating func leave() {
    depth -= 1
  }

  /// Takes the bracket that closes an object or an array with nothing in it.
  @inline(__always)
  mutating func isClosed(by bracket: UInt8) -> Bool {
    if next != bracket { return false }
    at += 1
    return true
  }

  /// Takes the comma before another member or element, or the bracket after the last.
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
    throw fault("\(found) where ',' or '\(Character(Unicode.Scalar(bracket)))' must stand")
  }

  /// Takes a name and its colon, up to the first byte of the value.
  mutating func memberName() throws(JSONError) -> String {
    if next != UInt8(ascii: "\"") { throw fault("\(found) where a member's name must stand, in double quotes") }
    let name = try string()
    skipWhitespace()
    if next != UInt8(ascii: ":") { throw fault("\(found) where ':' must stand after the name of a member") }
    at += 1
    skipWhitespace()
    return name
  }
}
