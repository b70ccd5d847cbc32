extension JSONParser {
  /// Parses the string whose opening quote is the next byte.
  @inline(__always)
  mutating func string() throws(JSONError) -> String {
    let start = at + 1
    let end = JSONEscapes.firstSpecial(in: bytes, from: start)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else {
      return try escapedString(from: start, firstSpecial: end)
    }
    let contents = UnsafeBufferPointer(rebasing: bytes[start..<end])
    // `String(decoding:)` alone would replace invalid bytes silently.
    if !contents.isASCII, let invalid = contents.firstInvalidUTF8 { throw invalidUTF8(at: start + invalid) }
    at = end + 1
    return String(decoding: contents, as: UTF8.self)
  }

  /// Copies the runs between the escapes into one string.
  private mutating func escapedString(from start: Int, firstSpecial: Int) throws(JSONError) -> String {
    var decoded: [UInt8] = []
    var runStart = start
    at = firstSpecial
    while true {
      let run = UnsafeBufferPointer(rebasing: bytes[runStart..<at])
      if let invalid = run.firstInvalidUTF8 { throw invalidUTF8(at: runStart + invalid) }
      decoded.append(contentsOf: run)
      guard at < bytes.count else { throw fault("the text ends inside a string; '\"' must end it") }
      if bytes[at] == UInt8(ascii: "\"") { break }
      try appendEscape(to: &decoded)
      runStart = at
      at = JSONEscapes.firstSpecial(in: bytes, from: at)
    }
    at += 1
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Checks the string whose opening quote is the next byte, without building it.
  mutating func skipString() throws(JSONError) {
    var decoded: [UInt8] = []
    at += 1
    while true {
      _ = try stringRun()
      if bytes[at] == UInt8(ascii: "\"") { break }
      decoded.removeAll(keepingCapacity: true)
      try appendEscape(to: &decoded)
    }
    at += 1
  }

  /// Reads the part of a string before its next escape or its closing quote, which is the next byte then.
  mutating func stringRun() throws(JSONError) -> Range<Int> {
    let start = at
    let end = JSONEscapes.firstSpecial(in: bytes, from: start)
    let run = UnsafeBufferPointer(rebasing: bytes[start..<end])
    if !run.isASCII, let invalid = run.firstInvalidUTF8 { throw invalidUTF8(at: start + invalid) }
    at = end
    guard end < bytes.count else { throw fault("the text ends inside a string; '\"' must end it") }
    return start..<end
  }

  /// Reads the escape that is the next byte, and appends its character.
  mutating func appendEscape(to decoded: inout [UInt8]) throws(JSONError) {
    guard next == UInt8(ascii: "\\") else {
      throw fault("\(found) inside a string; control characters must be escaped, as in \\n or \\u0000")
    }
    let escape = at + 1 < bytes.count ? bytes[at + 1] : 0
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(escape)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      decoded.append(contentsOf: try unicodeEscape().utf8)
      return
    default:
      let known = #"\" \\ \/ \b \f \n \r \t and \u with 4 hex digits"#
      throw fault("\(found(at: at + 1)) after '\\' in a string; the escapes are \(known)")
    }
    at += 2
  }

  /// Parses `\uXXXX`, or two of them that form a surrogate pair.
  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let start = at
    let first = try hexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, next == UInt8(ascii: "\\"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "u") {
      let second = try hexDigits()
      if second >= 0xDC00, second < 0xE000 {
        // RFC 8259 §7, RFC 2781 §2.2: ten bits each, at most U+10FFFF.
        let value = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
        return Unicode.Scalar(value).unsafelyUnwrapped
      }
    }
    at = start
    let escape = String(first, radix: 16, uppercase: true)
    throw fault("\\u\(escape) is half a surrogate pair; the halves D800–DBFF and DC00–DFFF stand only together")
  }

  private mutating func hexDigits() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for position in at + 2..<at + 6 {
      guard position < bytes.count, let digit = Self.hexDigit(bytes[position]) else {
        throw fault("\\u without 4 hex digits; it names a UTF-16 code unit, as in \\u00E9")
      }
      value = value << 4 | UInt32(digit)
    }
    at += 6
    return value
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
