/// Encodes the members of an object.
struct JSONMemberEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { encoder.member(key.stringValue).set(.null) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoder.member(key.stringValue).encode(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested>
  {
    encoder.member(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.member(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.member("super") }

  func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key.stringValue) }
}

/// Encodes the elements of an array.
struct JSONElementEncoder: UnkeyedEncodingContainer {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { [] }
  var count: Int { encoder.count }

  func encodeNil() { encoder.element().set(.null) }

  func encode<T: Encodable>(_ value: T) throws { try encoder.element().encode(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder.element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder.element() }
}

/// Encodes a single value.
struct JSONScalarEncoder: SingleValueEncodingContainer {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.set(.null) }

  func encode<T: Encodable>(_ value: T) throws { try encoder.encode(value) }
}
