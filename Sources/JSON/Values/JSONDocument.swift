/// A JSON text that a person wrote: its value, and in which line what of it stands.
///
/// Costs more than the value alone; for files that are read once, not for requests.
public struct JSONDocument: Sendable {
  public let value: JSONValue
  private let bytes: [UInt8]
  private let root: JSONOutline

  /// Reads a JSON text as `JSONValue(parsing:maximumDepth:)` does.
  public init(parsing bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) {
    self.bytes = bytes
    (value, root) = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var parser = JSONParser(buffer, maximumDepth: maximumDepth)
      let value = try parser.document()
      parser.at = 0
      return (value, try parser.outline())
    }
  }

  public init(parsing text: String, maximumDepth: Int = 64) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), maximumDepth: maximumDepth)
  }

  /// The members that have the name of one before them in the same object, in the order of the text: all but the last value
  /// of a name is lost.
  public var repeatedMembers: [(pointer: JSONPointer, position: JSONPosition)] {
    root.repeated().sorted { $0.offset < $1.offset }.map { repeated in
      (repeated.pointer, bytes.withUnsafeBufferPointer { JSONPosition(of: repeated.offset, in: $0) })
    }
  }

  /// Where the value begins that `pointer` names; nil when there is none. Of duplicate names the last counts.
  public func position(of pointer: JSONPointer) -> JSONPosition? {
    var node = root
    for step in pointer.steps {
      guard let child = node.child(step) else { return nil }
      node = child
    }
    return bytes.withUnsafeBufferPointer { JSONPosition(of: node.offset, in: $0) }
  }
}

/// Where a value and what is in it begin, in bytes from the beginning of the text.
struct JSONOutline: Sendable {
  let offset: Int
  var members: [ExactString: JSONOutline] = [:]
  var elements: [JSONOutline] = []
  /// Members that came again, and where.
  var again: [(name: ExactString, offset: Int)] = []

  /// Members that came again, here and further in.
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
  /// Reads the value that begins after the next whitespace, keeping only where its parts begin.
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
