extension JSONWriter {
  /// Appends a JSON text as it would be written after parsing: without whitespace, each scalar in its usual form, and of
  /// members with the same name the last one. Holds one string or number at a time, except for an object with a repeated name.
  ///
  /// - Parameters:
  ///   - maximumDepth: How many objects and arrays may stand in one another, at most 2,048.
  ///   - roundingNumbers: Whether an integer beyond 64 bits becomes the nearest double, and a fraction that underflows 0.
  /// - Throws: When the text is not JSON. What was appended until then stays.
  package mutating func append(
    normalizing text: [UInt8], maximumDepth: Int = 64, roundingNumbers: Bool = false
  ) throws(JSONError) {
    try text.withUnsafeBufferPointer { buffer throws(JSONError) in
      var parser = JSONParser(buffer, maximumDepth: maximumDepth, roundsNumbers: roundingNumbers)
      try parser.normalize(into: &self)
    }
  }
}

extension JSONParser {
  fileprivate mutating func normalize(into json: inout JSONWriter) throws(JSONError) {
    skipWhitespace()
    try copyValue(to: &json)
    try end()
  }

  private mutating func copyValue(to json: inout JSONWriter) throws(JSONError) {
    switch next {
    case UInt8(ascii: "{"): try copyMembers(to: &json)
    case UInt8(ascii: "["): try copyElements(to: &json)
    default: json.append(value: try value())
    }
  }

  private mutating func copyMembers(to json: inout JSONWriter) throws(JSONError) {
    let (start, written) = (at, json.count)
    var names: Set<String> = []
    json.append("{")
    try enter()
    if !isClosed(by: UInt8(ascii: "}")) {
      repeat {
        let name = try memberName()
        guard names.insert(name).inserted else {
          leave()
          at = start
          json.truncate(to: written)
          return json.append(value: try value())
        }
        if names.count > 1 { json.append(",") }
        json.append(string: name)
        json.append(":")
        try copyValue(to: &json)
      } while try continues(until: UInt8(ascii: "}"))
    }
    leave()
    json.append("}")
  }

  private mutating func copyElements(to json: inout JSONWriter) throws(JSONError) {
    var isFirst = true
    json.append("[")
    try enter()
    if !isClosed(by: UInt8(ascii: "]")) {
      repeat {
        if !isFirst { json.append(",") }
        isFirst = false
        try copyValue(to: &json)
      } while try continues(until: UInt8(ascii: "]"))
    }
    leave()
    json.append("]")
  }
}
