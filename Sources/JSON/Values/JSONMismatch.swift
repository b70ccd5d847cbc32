/// A JSON value is not of the shape that a type wants.
public struct JSONMismatch: Error, Equatable, Sendable {
  /// What would have been accepted, as a message names it: "a string".
  public let expected: String
  /// What was there; nil when the member was absent.
  public let found: JSONValue?
  /// Where, from the root of what was given.
  public let pointer: JSONPointer

  public init(expected: String, found: JSONValue?, pointer: JSONPointer = JSONPointer()) {
    self.expected = expected
    self.found = found
    self.pointer = pointer
  }
}

extension JSONMismatch {
  /// Runs `body` for a part of a value and, when that does not fit, says where the part stands.
  static func locating<T>(at place: JSONPointer, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let mismatch as JSONMismatch {
      throw JSONMismatch(
        expected: mismatch.expected, found: mismatch.found, pointer: place.appending(mismatch.pointer))
    }
  }
}

extension JSONMismatch: CustomStringConvertible {
  public var description: String {
    let place = pointer.isRoot ? "" : "\(pointer): "
    guard let found else { return "\(place)\(expected) is missing" }
    return "\(place)found \(found.excerpt) where \(expected) must stand"
  }
}

extension JSONValue {
  /// What a message quotes of the value: a scalar as it is written, of anything larger its kind.
  package var excerpt: String {
    switch self {
    case .array, .object: kind
    case .string(let string) where string.unicodeScalars.count > 60:
      JSONValue.string(String(string.unicodeScalars.prefix(60)) + "…").text
    default: text
    }
  }
}
