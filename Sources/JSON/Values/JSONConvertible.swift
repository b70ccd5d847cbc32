/// A type of an app whose values are kept as JSON: params, the state of a screen, an action.
public protocol JSONConvertible {
  /// - Throws: `JSONMismatch` when `json` is of another shape.
  init(json: JSONValue) throws
  var json: JSONValue { get }
}

extension JSONConvertible {
  /// A mismatch with this type, at the root of what was given.
  fileprivate static func mismatch(_ expected: String, _ found: JSONValue) -> JSONMismatch {
    JSONMismatch(expected: expected, found: found)
  }
}

extension JSONValue: JSONConvertible {
  public init(json: JSONValue) { self = json }
  public var json: JSONValue { self }
}

extension JSONObject: JSONConvertible {
  public init(json: JSONValue) throws {
    guard let object = json.objectValue else { throw Self.mismatch("an object", json) }
    self = object
  }

  public var json: JSONValue { .object(self) }
}

extension Bool: JSONConvertible {
  public init(json: JSONValue) throws {
    guard let value = json.boolValue else { throw Self.mismatch("a boolean", json) }
    self = value
  }

  public var json: JSONValue { .bool(self) }
}

extension Int64: JSONConvertible {
  public init(json: JSONValue) throws {
    guard let value = json.integerValue else { throw Self.mismatch("an integer of 64 bits", json) }
    self = value
  }

  public var json: JSONValue { .integer(self) }
}

extension Int: JSONConvertible {
  public init(json: JSONValue) throws {
    guard let value = json.integerValue.flatMap(Int.init(exactly:)) else {
      throw Self.mismatch("an integer of \(Int.bitWidth) bits", json)
    }
    self = value
  }

  public var json: JSONValue { .integer(Int64(self)) }
}

extension Double: JSONConvertible {
  public init(json: JSONValue) throws {
    guard let value = json.numberValue else { throw Self.mismatch("a number", json) }
    self = value
  }

  public var json: JSONValue { .number(self) }
}

extension String: JSONConvertible {
  public init(json: JSONValue) throws {
    guard let value = json.stringValue else { throw Self.mismatch("a string", json) }
    self = value
  }

  public var json: JSONValue { .string(self) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  /// `null` is nil.
  public init(json: JSONValue) throws {
    self = json.isNull ? nil : try Wrapped(json: json)
  }

  public var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  public init(json: JSONValue) throws {
    guard let elements = json.arrayValue else { throw Self.mismatch("an array", json) }
    self = []
    reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      append(try JSONMismatch.locating(at: JSONPointer().appending(index: index)) { try Element(json: element) })
    }
  }

  public var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
  public init(json: JSONValue) throws {
    guard let object = json.objectValue else { throw Self.mismatch("an object", json) }
    self = [:]
    reserveCapacity(object.count)
    for (name, value) in object {
      self[name] = try JSONMismatch.locating(at: JSONPointer().appending(name: name)) { try Value(json: value) }
    }
  }

  /// An object whose members are sorted by name: a dictionary has no order that stays.
  public var json: JSONValue {
    .object(JSONObject(sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value.json) }))
  }
}
