/// An encoder whose result is a `JSONValue`.
final class JSONValueEncoder: Encoder {
  /// The parts that were encoded so far. The containers of one encoder share them.
  private enum Parts {
    case none
    case value(JSONValue)
    case elements([JSONValueEncoder])
    case members([(name: String, value: JSONValueEncoder)])
  }

  private var parts = Parts.none

  /// Always empty.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .members = parts {} else { parts = .members([]) }
    return KeyedEncodingContainer(JSONMemberEncoder(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .elements = parts {} else { parts = .elements([]) }
    return JSONElementEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { JSONScalarEncoder(encoder: self) }

  /// The encoded value; an empty object if nothing was encoded.
  var json: JSONValue {
    switch parts {
    case .none: [:]
    case .value(let value): value
    case .elements(let elements): .array(elements.map(\.json))
    case .members(let members): .object(JSONObject(members.map { ($0.name, $0.value.json) }))
    }
  }

  /// The encoded value, in a stable order if the type has none.
  func json(of value: some Encodable) -> JSONValue {
    switch (json, value) {
    case (.array(let elements), is any UnorderedElements):
      .array(elements.map { ($0, $0.text) }.sorted { $0.1 < $1.1 }.map(\.0))
    case (.object(let members), is any UnorderedMembers):
      .object(JSONObject(members.map { ($0.name, $0.value) }.sorted { $0.0 < $1.0 }))
    case (let json, _): json
    }
  }
}

extension JSONValueEncoder {
  func set(_ value: JSONValue) { parts = .value(value) }

  func encode<T: Encodable>(_ value: T) throws {
    if let integer = value as? any UnsignedInteger, Int64(exactly: integer) == nil {
      let context = EncodingError.Context(codingPath: [], debugDescription: "\(integer) exceeds 64 signed bits")
      throw EncodingError.invalidValue(integer, context)
    }
    if let type = T.self as? any JSONConvertible.Type, let json = Self.json(of: value, type) { return set(json) }
    try value.encode(to: self)
    set(json(of: value))
  }

  /// The number of encoded elements.
  var count: Int { if case .elements(let elements) = parts { elements.count } else { 0 } }

  /// Adds a member, to be encoded by the returned encoder.
  func member(_ name: String) -> JSONValueEncoder {
    let value = JSONValueEncoder()
    if case .members(var members) = parts {
      parts = .none
      members.append((name, value))
      parts = .members(members)
    }
    return value
  }

  /// Adds an element, to be encoded by the returned encoder.
  func element() -> JSONValueEncoder {
    let value = JSONValueEncoder()
    if case .elements(var elements) = parts {
      parts = .none
      elements.append(value)
      parts = .elements(elements)
    }
    return value
  }

  /// Not a cast of the value to the protocol, which would unwrap an optional.
  private static func json<T: JSONConvertible>(of value: Any, _ type: T.Type) -> JSONValue? { (value as? T)?.json }
}

/// A collection whose elements have no stable order.
private protocol UnorderedElements {}
extension Set: UnorderedElements {}

/// A collection whose members have no stable order.
private protocol UnorderedMembers {}
extension Dictionary: UnorderedMembers {}
