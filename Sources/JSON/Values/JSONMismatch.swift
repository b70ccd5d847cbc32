/// An error for a JSON value whose shape differs from the expected one.
///
/// Its description is meant for the sender of the value: `/items/0/title: found 7 where a string is expected`.
public struct JSONMismatch: Error, Equatable, Sendable {
  /// The accepted kind of value, as a noun phrase: "a string".
  public let expected: String
  /// The actual value; nil when the member is absent.
  public let found: JSONValue?
  /// The place of the value, from the root of the converted value.
  public let pointer: JSONPointer

  /// Creates a mismatch at `pointer`; pass nil as `found` for an absent member.
  public init(expected: String, found: JSONValue?, pointer: JSONPointer = JSONPointer()) {
    self.expected = expected
    self.found = found
    self.pointer = pointer
  }
}

extension JSONMismatch {
  /// Runs `body` for a part of a value, and prefixes the pointer of its mismatch with `place`.
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
  /// The place, the actual value and the expected kind.
  public var description: String {
    let place = pointer.isRoot ? "" : "\(pointer): "
    guard let found else { return "\(place)\(expected) is missing" }
    return "\(place)found \(found.excerpt) where \(expected) is expected"
  }
}
