/// A place in a JSON value: the names and indices that lead to it (RFC 6901).
///
/// ```swift
/// let pointer = JSONPointer("/screens/0/params")
/// let params = pointer?.evaluate(on: tree)
/// let title = pointer?.appending(name: "title").text  // "/screens/0/params/title"
/// ```
public struct JSONPointer: Hashable, Sendable {
  /// The steps: names of members, and indices of arrays in decimal.
  private(set) var steps: [ExactString]

  /// Creates the pointer to the whole value.
  public init() {
    steps = []
  }

  /// Parses the text of a pointer: `/screens/0/params`.
  ///
  /// - Returns: nil when the text neither is empty nor begins with `/`, or has a `~` that is not followed by 0 or 1.
  public init?(_ text: String) {
    var steps: [ExactString] = []
    for (number, escaped) in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .enumerated()
    {
      if number == 0 {
        if !escaped.isEmpty { return nil }
      } else {
        guard let step = Self.unescape(escaped) else { return nil }
        steps.append(ExactString(step))
      }
    }
    self.steps = steps
  }

  /// Whether the pointer refers to the whole value.
  public var isRoot: Bool { steps.isEmpty }

  /// The pointer to the enclosing array or object; nil for the whole value.
  public var parent: JSONPointer? {
    guard !isRoot else { return nil }
    var parent = self
    parent.steps.removeLast()
    return parent
  }

  /// Returns the pointer to the member `name` of this place.
  public func appending(name: String) -> JSONPointer {
    var longer = self
    longer.steps.append(ExactString(name))
    return longer
  }

  /// Returns the pointer to the element `index` of this place.
  public func appending(index: Int) -> JSONPointer {
    appending(name: String(index))
  }

  /// Returns the pointer that follows this pointer and then `other`.
  public func appending(_ other: JSONPointer) -> JSONPointer {
    var longer = self
    longer.steps += other.steps
    return longer
  }

  /// Returns the part of `value` at this place; nil when it is absent.
  public func evaluate(on value: JSONValue) -> JSONValue? {
    var value = value
    for step in steps {
      switch value {
      case .object(let object):
        guard let member = object[step.string] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Self.index(step.string), index < elements.count else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The text of the pointer; empty for the whole value.
  public var text: String {
    steps.map { "/" + Self.escape($0.string) }.joined()
  }

  /// The text of the pointer.
  public var description: String { text }
}

extension JSONPointer {
  /// RFC 6901 §4: digits without leading zeros. Not `-`, which refers to the element after the last.
  static func index(_ step: String) -> Int? {
    guard step.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return step.hasPrefix("0") && step.utf8.count > 1 ? nil : Int(step)
  }

  private static func escape(_ step: String) -> String {
    guard step.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return step }
    var escaped: [UInt8] = []
    for byte in step.utf8 {
      switch byte {
      case UInt8(ascii: "~"): escaped += [byte, UInt8(ascii: "0")]
      case UInt8(ascii: "/"): escaped += [UInt8(ascii: "~"), UInt8(ascii: "1")]
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func unescape(_ escaped: Substring.UTF8View) -> String? {
    var step: [UInt8] = []
    var bytes = escaped.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "~") else {
        step.append(byte)
        continue
      }
      switch bytes.next() {
      case UInt8(ascii: "0"): step.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): step.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: step, as: UTF8.self)
  }
}
