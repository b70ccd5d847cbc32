import JSON

/// A place in the app's data or in a screen's state: names of members and indexes of list items.
public struct DataPath: Sendable, Equatable {
  public enum Root: String, Sendable, CaseIterable {
    case data, state
  }

  public enum Component: Sendable, Equatable, CustomStringConvertible {
    case member(String)
    case index(Int)

    /// The component in words.
    public var description: String {
      switch self {
      case .member(let name): "member `\(name)`"
      case .index(let index): "item \(index)"
      }
    }
  }

  public let root: Root
  /// The members and indexes below the root, at least one.
  public let components: [Component]

  /// The greatest number of components: with it and the deepest result of an expression, values can always be parsed again.
  package static let longest = 32

  /// Reads a path such as `data.cart.items[0].count`; nil when the text is none.
  public init?(_ text: String) {
    guard let dot = text.firstIndex(where: { $0 == "." || $0 == "[" }), let root = Root(rawValue: String(text[..<dot]))
    else { return nil }
    var components: [Component] = []
    var rest = text[dot...]
    while let first = rest.first {
      rest = rest.dropFirst()
      if first == "." {
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        components.append(.member(String(name)))
        rest = rest.dropFirst(name.count)
      } else if first == "[", let end = rest.firstIndex(of: "]"),
        rest[..<end].allSatisfy({ ("0"..."9").contains($0) }), let index = Int(rest[..<end])
      {
        components.append(.index(index))
        rest = rest[rest.index(after: end)...]
      } else {
        return nil
      }
    }
    self.root = root
    self.components = components
  }

  /// The path of the first components.
  func prefix(_ count: Int) -> DataPath { DataPath(root, Array(components.prefix(count))) }

  private init(_ root: Root, _ components: [Component]) {
    self.root = root
    self.components = components
  }

  /// The value at the path in the data or the state; nil when it is absent.
  package func value(in json: JSONValue) -> JSONValue? { json.value(at: components[...]) }

  /// The path as text.
  public var text: String {
    components.reduce(root.rawValue) { text, component in
      switch component {
      case .member(let name): "\(text).\(name)"
      case .index(let index): "\(text)[\(index)]"
      }
    }
  }
}

extension JSONValue {
  /// The value at a path below this one; nil when it is absent.
  func value(at components: ArraySlice<DataPath.Component>) -> JSONValue? {
    components.reduce(self) { value, component in value?[component] }
  }

  private subscript(component: DataPath.Component) -> JSONValue? {
    switch component {
    case .member(let name): self[name]
    case .index(let index): self[index]
    }
  }

  /// Sets the value at a path below this one. Absent members are made.
  ///
  /// - Returns: The length of the path up to the component that does not exist and cannot be made; nil when the value was set.
  mutating func set(_ value: JSONValue, at components: ArraySlice<DataPath.Component>) -> Int? {
    guard let first = components.first else {
      self = value
      return nil
    }
    let rest = components.dropFirst()
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
      return components.startIndex + 1
    }
  }
}
