/// A place in a JSON value: the names and indices on the way to it (RFC 6901).
public struct JSONPointer: Hashable, Sendable {
  /// One step: a member's name, or an array's index in decimal.
  private(set) var steps: [ExactString]

  /// The whole value.
  public init() {
    steps = []
  }

  /// Reads a pointer as it is written: `/screens/0/params`.
  ///
  /// - Returns: nil when the text is neither empty nor begins with `/`, or has a `~` without 0 or 1 after it.
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

  public var isRoot: Bool { steps.isEmpty }

  /// The place that holds this one; nil for the whole value, which nothing holds.
  public var parent: JSONPointer? {
    guard !isRoot else { return nil }
    var parent = self
    parent.steps.removeLast()
    return parent
  }

  public func appending(name: String) -> JSONPointer {
    var longer = self
    longer.steps.append(ExactString(name))
    return longer
  }

  public func appending(index: Int) -> JSONPointer {
    appending(name: String(index))
  }

  /// The place that `other` leads to when one starts here.
  public func appending(_ other: JSONPointer) -> JSONPointer {
    var longer = self
    longer.steps += other.steps
    return longer
  }

  /// What stands at this place; nil when nothing does.
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
  /// The pointer as it is written, empty for the whole value.
  public var text: String {
    steps.map { "/" + Self.escape($0.string) }.joined()
  }

  public var description: String { text }
}

extension JSONPointer {
  /// RFC 6901 §4: digits without leading zeros; not `-`, which names what is not there yet.
  static func index(_ step: String) -> Int? {
    guard let first = step.utf8.first, step.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else {
      return nil
    }
    return first == UInt8(ascii: "0") && step.utf8.count > 1 ? nil : Int(step)
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
