import JSON

/// The key of a map's entry.
package enum CELKey: Hashable, Sendable {
  case bool(Bool)
  case int(Int64)
  case string(String)

  /// Converts a value to a key; nil if its type cannot be a key. A double with an integral value is that integer.
  init?(_ value: CELValue) {
    switch value {
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .string(let value): self = .string(value)
    case .double(let value):
      guard let integer = Int64(exactly: value) else { return nil }
      self = .int(integer)
    default: return nil
    }
  }

  /// The key as a value.
  package var value: CELValue {
    switch self {
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .string(let value): .string(value)
    }
  }

  /// The key as the name of a JSON member.
  package var text: String {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .string(let value): value
    }
  }

  /// Compares strings by their bytes: `==` of Swift strings also accepts canonically equivalent strings.
  package static func == (left: CELKey, right: CELKey) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.string(let left), .string(let right)): left.isIdentical(to: right)
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .string(var value): value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

/// The entries of a map.
package enum CELMap: Sendable {
  case entries(CELEntries)
  case json(JSONObject)

  /// The number of entries.
  package var count: Int {
    switch self {
    case .entries(let entries): entries.pairs.count
    case .json(let members): members.count
    }
  }

  /// The value of a key; nil when it is absent.
  package subscript(key: CELKey) -> CELValue? {
    switch self {
    case .entries(let entries): return entries[key]
    case .json(let members):
      guard case .string(let name) = key else { return nil }
      return members[name].map(CELValue.init)
    }
  }

  /// The value of a string key; nil when it is absent.
  subscript(name name: String) -> CELValue? {
    if case .json(let members) = self { members[name].map(CELValue.init) } else { self[.string(name)] }
  }

  /// The entry at a valid position, in the order of the text.
  func entry(at position: Int) -> (key: CELKey, value: CELValue) {
    switch self {
    case .entries(let entries): return entries.pairs[position]
    case .json(let members):
      let member = members[position]
      return (.string(member.name), CELValue(member.value))
    }
  }
}

/// Entries in order, found by their keys.
package struct CELEntries: Sendable {
  package private(set) var pairs: [(key: CELKey, value: CELValue)] = []
  private var positions: [CELKey: Int] = [:]

  package init() {}

  package subscript(key: CELKey) -> CELValue? {
    positions[key].map { pairs[$0].value }
  }

  /// Adds an entry.
  ///
  /// - Returns: false when the key is present already; nothing changes then.
  package mutating func add(_ key: CELKey, _ value: CELValue) -> Bool {
    if positions.updateValue(pairs.count, forKey: key) != nil { return false }
    pairs.append((key, value))
    return true
  }
}
