/// A JSON text written by hand: its value, and the line and column of each part.
///
/// Takes more memory than the value alone. For files that are read once, not for requests.
public struct JSONDocument: Sendable {
  /// The value of the text.
  public let value: JSONValue
  private let bytes: [UInt8]
  private let root: JSONOutline

  /// Parses a JSON text as `JSONValue(parsing:maximumDepth:)` does.
  ///
  /// - Throws: ``JSONError`` when the text is not valid JSON.
  public init(parsing bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) {
    self.bytes = bytes
    (value, root) = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var parser = JSONParser(buffer, maximumDepth: maximumDepth)
      let value = try parser.document()
      parser.at = 0
      return (value, try parser.outline())
    }
  }

  /// Parses a JSON text as `JSONValue(parsing:maximumDepth:)` does.
  ///
  /// - Throws: ``JSONError`` when the text is not valid JSON.
  public init(parsing text: String, maximumDepth: Int = 64) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), maximumDepth: maximumDepth)
  }

  /// The members whose name repeats that of an earlier member of the same object, in the order of the text. Only the
  /// last value of a name is in `value`.
  public var repeatedMembers: [(pointer: JSONPointer, position: JSONPosition)] {
    root.repeated().sorted { $0.offset < $1.offset }.map { repeated in
      (repeated.pointer, bytes.withUnsafeBufferPointer { JSONPosition(of: repeated.offset, in: $0) })
    }
  }

  /// Returns the start of the value at `pointer`; nil when it is absent. Of repeated names the last counts.
  public func position(of pointer: JSONPointer) -> JSONPosition? {
    var node = root
    for step in pointer.steps {
      guard let child = node.child(step) else { return nil }
      node = child
    }
    return bytes.withUnsafeBufferPointer { JSONPosition(of: node.offset, in: $0) }
  }
}

/// The byte offsets at which a value and its parts begin.
struct JSONOutline: Sendable {
  let offset: Int
  var members: [ExactString: JSONOutline] = [:]
  var elements: [JSONOutline] = []
  /// The names and offsets of repeated members.
  var again: [(name: ExactString, offset: Int)] = []

  /// The repeated members, here and in nested values.
  func repeated(_ place: JSONPointer = JSONPointer()) -> [(pointer: JSONPointer, offset: Int)] {
    again.map { (place.appending(name: $0.name.string), $0.offset) }
      + members.flatMap { $0.value.repeated(place.appending(name: $0.key.string)) }
      + elements.enumerated().flatMap { $0.element.repeated(place.appending(index: $0.offset)) }
  }

  func child(_ step: ExactString) -> JSONOutline? {
    if let member = members[step] { return member }
    guard let index = JSONPointer.index(step.string), index < elements.count else { return nil }
    return elements[index]
  }
}

extension JSONParser {
  /// Parses the value after the next whitespace, and returns only the offsets of its parts.
  mutating func outline() throws(JSONError) -> JSONOutline {
    skipWhitespace()
    var outline = JSONOutline(offset: at)
    switch next {
    case UInt8(ascii: "{"):
      try enter()
      if !isClosed(by: UInt8(ascii: "}")) {
        repeat {
          let name = ExactString(try memberName())
          let member = try self.outline()
          if outline.members.updateValue(member, forKey: name) != nil { outline.again.append((name, member.offset)) }
        } while try continues(until: UInt8(ascii: "}"))
      }
      leave()
    case UInt8(ascii: "["):
      try enter()
      if !isClosed(by: UInt8(ascii: "]")) {
        repeat {
          outline.elements.append(try self.outline())
        } while try continues(until: UInt8(ascii: "]"))
      }
      leave()
    default:
      _ = try value()
    }
    return outline
  }
}
