extension JSONParser {
  /// Checks that the text is one value, and keeps none of it: memory for a single name or number at a time.
  mutating func validate() throws(JSONError) {
    skipWhitespace()
    try validateValue()
    try end()
  }

  private mutating func validateValue() throws(JSONError) {
    switch next {
    case UInt8(ascii: "{"): try validateMembers()
    case UInt8(ascii: "["): try validateElements()
    case UInt8(ascii: "\""): try skipString()
    default: _ = try value()
    }
  }

  private mutating func validateMembers() throws(JSONError) {
    try enter()
    if !isClosed(by: UInt8(ascii: "}")) {
      repeat {
        _ = try memberName()
        try validateValue()
      } while try continues(until: UInt8(ascii: "}"))
    }
    leave()
  }

  private mutating func validateElements() throws(JSONError) {
    try enter()
    if !isClosed(by: UInt8(ascii: "]")) {
      repeat {
        try validateValue()
      } while try continues(until: UInt8(ascii: "]"))
    }
    leave()
  }
}
