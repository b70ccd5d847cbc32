/// A JSON value. Holds the parts of a session whose shape is defined by the app.
///
/// Values are parsed from a text, written as literals, or converted from Swift values by ``JSONConvertible``:
///
/// ```swift
/// let parsed = try JSONValue(parsing: #"{"items":[{"id":1,"title":"Milk"}]}"#)
/// let built: JSONValue = ["items": [["id": 1, "title": "Milk"]]]
/// parsed == built                             // true
/// parsed["items"]?[0]?["title"]?.stringValue  // "Milk"
/// built.text                                  // {"items":[{"id":1,"title":"Milk"}]}
/// ```
///
/// Integers of 64 bits are kept exactly, apart from other numbers, which are doubles.
///
/// Two values are equal when they have the same meaning: members in any order, `1` as `1.0`, strings by their bytes.
/// (`==` of Swift strings also accepts a precomposed and a decomposed "é"; RFC 8259 §8.3 does not.)
///
/// ## Topics
///
/// ### Parsing and writing
/// - ``init(parsing:maximumDepth:)``
/// - ``text``
/// - ``bytes``
/// - ``encodedSize``
///
/// ### Reading a value
/// - ``isNull``
/// - ``boolValue``
/// - ``integerValue``
/// - ``numberValue``
/// - ``stringValue``
/// - ``arrayValue``
/// - ``objectValue``
/// - ``subscript(name:)``
/// - ``subscript(index:)``
///
/// ### Changing a value
/// - ``mergePatch(_:)``
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent in the text that fits 64 bits.
  case integer(Int64)
  /// Any other number. Infinity and NaN, which JSON does not have, are written as `null`.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
  /// An array of a long recorded change, which is not parsed yet. Reducers and clients never get it: a tree has none
  /// between two changes.
  case raw(RawJSON)
}

extension JSONValue {
  /// Whether the value is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The boolean; nil for any other value.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer, also of a number with an integral value: 2 for `2.0`, nil for `2.5`.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): value.asInteger
    default: nil
    }
  }

  /// The number, also of an integer (beyond 2⁵³ the nearest double); nil for any other value.
  public var numberValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The string; nil for any other value.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements; nil when the value is not an array.
  public var arrayValue: [JSONValue]? {
    switch self {
    case .array(let value): value
    case .raw(let raw): raw.elements
    default: nil
    }
  }

  /// The members; nil when the value is not an object.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member of that name; nil when it is absent or the value is not an object.
  public subscript(name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// The element at that index; nil when it is absent or the value is not an array.
  public subscript(index: Int) -> JSONValue? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }
}

extension JSONValue {
  /// The kind of the value, as a noun phrase for messages: "a string", "null".
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .array, .raw: "an array"
    case .object: "an object"
    }
  }

  /// The value as quoted in a message: a scalar as its text, an array or object as its kind.
  package var excerpt: String {
    switch self {
    case .array, .object: kind
    case .string(let string) where string.unicodeScalars.count > 60:
      JSONValue.string(String(string.unicodeScalars.prefix(60)) + "…").text
    default: text
    }
  }
}

extension JSONValue: JSONConvertible {
  /// Creates a copy of `json`.
  public init(json: JSONValue) { self = json }
  /// The value itself.
  public var json: JSONValue { self }
}
