/// Rewrites a JSON text as ``JSONValue/bytes`` writes its value, without building the value.
///
/// Accepts the texts and throws the errors of ``JSONValue/init(parsing:maximumDepth:roundingNumbers:)``. A text that is
/// written that way already is compared only, and not copied.
struct JSONNormalizer: ~Copyable {
  private var parser: JSONParser
  /// The offset of the first byte of the value.
  private let start: Int
  /// The number of bytes from `start` that equal the result so far; nil: the result differs and is in `json`.
  private var same: Int? = 0
  /// The result after the first `same` bytes.
  private var json = JSONWriter()
  /// The hashes of the names of all objects that are open, outer ones first.
  private var names: [Int] = []
  /// The character of the current escape.
  private var character: [UInt8] = []

  private static let bufferSize = 4_096

  init(_ parser: consuming JSONParser) {
    parser.skipWhitespace()
    self.parser = parser
    start = parser.at
  }

  /// Rewrites the only value of the text.
  ///
  /// - Returns: The range of the text that is the result; nil: the result is `bytes`.
  mutating func run() throws(JSONError) -> Range<Int>? {
    try value()
    try parser.end()
    flush()
    return same.map { start..<start + $0 }
  }

  /// The result, unless it is a part of the text.
  var bytes: [UInt8] { json.bytes }

  private mutating func value() throws(JSONError) {
    switch parser.next {
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "["): try array()
    case UInt8(ascii: "\""): try string()
    default: json.append(value: try parser.value())
    }
    if json.count >= Self.bufferSize { flush() }
  }

  /// Rewrites a string part by part, since it may be long.
  private mutating func string() throws(JSONError) {
    json.append("\"")
    parser.at += 1
    while true {
      pass(try parser.stringRun())
      if parser.next == UInt8(ascii: "\"") { break }
      character.removeAll(keepingCapacity: true)
      try parser.appendEscape(to: &character)
      character.withUnsafeBufferPointer { json.append(contents: $0) }
      if json.count >= Self.bufferSize { flush() }
    }
    parser.at += 1
    json.append("\"")
  }

  /// Writes a part of the text unchanged. While the result equals the text, a long part is only counted.
  private mutating func pass(_ range: Range<Int>) {
    guard range.count >= Self.bufferSize else {
      return json.append(UnsafeBufferPointer(rebasing: parser.bytes[range]))
    }
    flush()
    if let same, start + same == range.lowerBound {
      self.same = same + range.count
    } else {
      json.append(UnsafeBufferPointer(rebasing: parser.bytes[range]))
    }
  }

  private mutating func array() throws(JSONError) {
    json.append("[")
    try parser.enter()
    if !parser.isClosed(by: UInt8(ascii: "]")) {
      try value()
      while try parser.continues(until: UInt8(ascii: "]")) {
        json.append(",")
        try value()
      }
    }
    parser.leave()
    json.append("]")
  }

  private mutating func object() throws(JSONError) {
    let (offset, written, firstName) = (parser.at, count, names.count)
    json.append("{")
    try parser.enter()
    if !parser.isClosed(by: UInt8(ascii: "}")) {
      try member()
      while try parser.continues(until: UInt8(ascii: "}")) {
        json.append(",")
        try member()
      }
    }
    parser.leave()
    json.append("}")
    guard repeatsName(from: firstName) else { return }
    // Only the value has the place of the first and the value of the last of them.
    truncate(to: written)
    parser.at = offset
    json.append(value: try parser.value())
  }

  private mutating func member() throws(JSONError) {
    let name = try parser.memberName()
    // Hashes suffice: a collision only costs a second reading of the object.
    names.append(ExactString(name).hashValue)
    json.append(string: name)
    json.append(":")
    try value()
  }

  /// Removes the names of the innermost object.
  ///
  /// - Returns: Whether two of them are equal, or have the same hash.
  private mutating func repeatsName(from first: Int) -> Bool {
    defer { names.removeSubrange(first...) }
    guard names.count - first > 1 else { return false }
    names[first...].sort()
    return names.indices.dropFirst(first + 1).contains { names[$0] == names[$0 - 1] }
  }

  /// The number of bytes of the result so far.
  private var count: Int { (same ?? 0) + json.count }

  private mutating func truncate(to count: Int) {
    guard let same else { return json.truncate(to: count) }
    self.same = min(same, count)
    json.truncate(to: max(0, count - same))
  }

  /// Compares the end of the result with the text. If they differ, all of the result is kept from then on.
  private mutating func flush() {
    guard let same else { return }
    let from = start + same
    let isSame = json.withBytes { written in
      // The result can be longer than what is left of the text.
      from + written.count <= parser.bytes.count
        && written.elementsEqual(UnsafeBufferPointer(rebasing: parser.bytes[from..<from + written.count]))
    }
    if isSame {
      self.same = same + json.count
      return json.truncate(to: 0)
    }
    var result = JSONWriter(capacity: parser.bytes.count)
    result.append(UnsafeBufferPointer(rebasing: parser.bytes[start..<from]))
    json.withBytes { result.append(raw: $0) }
    json = result
    self.same = nil
  }
}
