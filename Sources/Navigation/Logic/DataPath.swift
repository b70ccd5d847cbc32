import JSON

/// A place in the app's data or in a screen's state: names of members and indexes of list items.
public struct DataPath: Sendable, Equatable {
  public enum Root: String, Sendable, CaseIterable {
    case data, state
  }

  public enum Part: Sendable, Equatable, CustomStringConvertible {
    case member(String)
    case index(Int)

    /// The part in words.
    public var description: String {
      switch self {
      case .member(let name): "member `\(name)`"
      case .index(let index): "item \(index)"
      }
    }
  }

  public let root: Root
  /// The members and indexes below the root, at least one.
  public let parts: [Part]

  /// The greatest number of parts: with it and the deepest result of an expression, values can always be parsed again.
  package static let longest = 32

  /// Reads a path such as `data.cart.items[0].count`; nil when the text is none.
  public init?(_ text: String) {
    guard let dot = text.firstIndex(where: { $0 == "." || $0 == "[" }), let root = Root(rawValue: String(text[..<dot]))
    else { return nil }
    var parts: [Part] = []
    var rest = text[dot...]
    while let first = rest.first {
      rest = rest.dropFirst()
      if first == "." {
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        parts.append(.member(String(name)))
        rest = rest.dropFirst(name.count)
      } else if first == "[", let end = rest.firstIndex(of: "]"), let index = Int(rest[..<end]), index >= 0 {
        parts.append(.index(index))
        rest = rest[rest.index(after: end)...]
      } else {
        return nil
      }
    }
    self.root = root
    self.parts = parts
  }

  /// The path of the first parts.
  func prefix(_ count: Int) -> DataPath { DataPath(root, Array(parts.prefix(count))) }

  private init(_ root: Root, _ parts: [Part]) {
    self.root = root
    self.parts = parts
  }

  /// The value at the path in the data or the state; nil when it is absent.
  package func value(in json: JSONValue) -> JSONValue? { json.value(at: parts[...]) }

  /// The path as text.
  public var text: String {
    parts.reduce(root.rawValue) { text, part in
      switch part {
      case .member(let name): "\(text).\(name)"
      case .index(let index): "\(text)[\(index)]"
      }
    }
  }
}

extension JSONValue {
  /// The value at a path below this one; nil when it is absent.
  func value(at parts: ArraySlice<DataPath.Part>) -> JSONValue? {
    parts.reduce(self) { value, part in value?[part] }
  }

  private subscript(part: DataPath.Part) -> JSONValue? {
    switch part {
    case .member(let name): self[name]
    case .index(let index): self[index]
    }
  }

  /// Sets the value at a path below this one. Absent members are made.
  ///
  /// - Returns: The length of the path up to the part that does not exist and cannot be made; nil when the value was set.
  mutating func set(_ value: JSONValue, at parts: ArraySlice<DataPath.Part>) -> Int? {
    guard let first = parts.first else {
      self = value
      return nil
    }
    let rest = parts.dropFirst()
    switch (first, self) {
    case (.member(let name), .object(var object)):
      // Taken out, so that a long value changes in place.
      self = .null
      defer { self = .object(object) }
      var member = object[name] ?? .null
      if !rest.isEmpty { object[name] = .null }
      let obstacle = member.set(value, at: rest)
      object[name] = member
      return obstacle
    case (.member(let name), .null):
      var member = JSONValue.null
      if let obstacle = member.set(value, at: rest) { return obstacle }
      self = .object([name: member])
      return nil
    case (.index(let index), .array(var elements)) where elements.indices.contains(index):
      self = .null
      defer { self = .array(elements) }
      return elements[index].set(value, at: rest)
    default:
      return parts.startIndex + 1
    }
  }
}
