/// A type of an app whose values are stored as JSON: params, the state of a screen, an action.
///
/// ```swift
/// struct Profile: JSONConvertible {
///   var name: String
///   var age: Int?
///
///   init(json: JSONValue) throws {
///     let members = try JSONObject(json: json)
///     name = try members.value("name")
///     age = try members.value("age")
///   }
///
///   var json: JSONValue { ["name": name.json, "age": age.json] }
/// }
/// ```
/// `Profile(json: profile.json)` must equal `profile`. A type that is `Codable` as well needs no conversion of its own.
public protocol JSONConvertible {
  /// Creates a value from its JSON form.
  ///
  /// - Throws: `JSONMismatch` when `json` has a different shape.
  init(json: JSONValue) throws
  /// The JSON form of the value.
  var json: JSONValue { get }
  /// The JSON Schema of the JSON form, for documents and forms; nil, the default, when none is declared.
  static var jsonSchema: JSONValue? { get }
}

extension JSONConvertible {
  /// No schema.
  public static var jsonSchema: JSONValue? { nil }

  /// Creates a mismatch with this type at the root of the value.
  static func mismatch(_ expected: String, _ found: JSONValue) -> JSONMismatch {
    JSONMismatch(expected: expected, found: found)
  }
}

extension Bool: JSONConvertible {
  /// Returns the boolean; throws when `json` is not one.
  public init(json: JSONValue) throws {
    guard let value = json.boolValue else { throw Self.mismatch("a boolean", json) }
    self = value
  }

  /// `true` or `false`.
  public var json: JSONValue { .bool(self) }
}

extension Int64: JSONConvertible {
  /// Returns the integer, also of a number such as `2.0`; throws when `json` is not an integer of 64 bits.
  public init(json: JSONValue) throws {
    guard let value = json.integerValue else { throw Self.mismatch("an integer of 64 bits", json) }
    self = value
  }

  /// The integer.
  public var json: JSONValue { .integer(self) }
}

extension Int: JSONConvertible {
  /// Returns the integer, also of a number such as `2.0`; throws when `json` is not an integer that fits.
  public init(json: JSONValue) throws {
    guard let value = json.integerValue.flatMap(Int.init(exactly:)) else {
      throw Self.mismatch("an integer of \(Int.bitWidth) bits", json)
    }
    self = value
  }

  /// The integer.
  public var json: JSONValue { .integer(Int64(self)) }
}

extension Double: JSONConvertible {
  /// Returns the number, also of an integer; throws when `json` is neither.
  public init(json: JSONValue) throws {
    guard let value = json.numberValue else { throw Self.mismatch("a number", json) }
    self = value
  }

  /// The number.
  public var json: JSONValue { .number(self) }
}

extension String: JSONConvertible {
  /// Returns the string; throws when `json` is not one.
  public init(json: JSONValue) throws {
    guard let value = json.stringValue else { throw Self.mismatch("a string", json) }
    self = value
  }

  /// The string.
  public var json: JSONValue { .string(self) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  /// Returns nil for `null`, and the wrapped value otherwise.
  public init(json: JSONValue) throws {
    self = json.isNull ? nil : try Wrapped(json: json)
  }

  /// The wrapped value, or `null`.
  public var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  /// Returns the elements; the pointer of a mismatch begins with the index of the element.
  public init(json: JSONValue) throws {
    guard let elements = json.arrayValue else { throw Self.mismatch("an array", json) }
    self = []
    reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      append(try JSONMismatch.locating(at: JSONPointer().appending(index: index)) { try Element(json: element) })
    }
  }

  /// The elements in order.
  public var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
  /// Returns the members; the pointer of a mismatch begins with the name of the member.
  public init(json: JSONValue) throws {
    guard let object = json.objectValue else { throw Self.mismatch("an object", json) }
    self = [:]
    reserveCapacity(object.count)
    for (name, value) in object {
      self[name] = try JSONMismatch.locating(at: JSONPointer().appending(name: name)) { try Value(json: value) }
    }
  }

  /// The members, sorted by name, since a dictionary has no stable order.
  public var json: JSONValue {
    .object(JSONObject(sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value.json) }))
  }
}
