/// Decodes the members of an object.
struct JSONMemberDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: JSONValueDecoder
  let object: JSONObject

  var codingPath: [any CodingKey] { [] }

  /// The members that the type knows.
  var allKeys: [Key] { object.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool {
    decoder.recordRead(key.stringValue)
    return object[key.stringValue] != nil
  }

  func decodeNil(forKey key: Key) -> Bool {
    decoder.recordRead(key.stringValue)
    return object[key.stringValue]?.isNull ?? true
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    decoder.recordRead(key.stringValue)
    guard let member = object[key.stringValue] else { return try decodeAbsent(type, key) }
    return try JSONValueDecoder.decode(type, from: member, at: place(of: key))
  }

  /// Decodes `null` for an absent member, and reports the member as missing if it does not fit.
  private func decodeAbsent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    do {
      // A type that accepts null, such as an optional, also accepts an absent member.
      return try JSONValueDecoder.decode(type, from: .null)
    } catch let mismatch as JSONMismatch {
      throw JSONMismatch(expected: mismatch.expected, found: nil, pointer: place(of: key))
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    let nested = try nested(key)
    return try JSONMismatch.locating(at: place(of: key)) { try nested.container(keyedBy: type) }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let nested = try nested(key)
    return try JSONMismatch.locating(at: place(of: key)) { try nested.unkeyedContainer() }
  }

  func superDecoder() throws -> any Decoder { try nested("super") }

  func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

  private func nested(_ key: Key) throws -> JSONValueDecoder { try nested(key.stringValue) }

  private func nested(_ name: String) throws -> JSONValueDecoder {
    decoder.recordRead(name)
    let place = JSONPointer().appending(name: name)
    guard let member = object[name] else { throw JSONMismatch(expected: "a member", found: nil, pointer: place) }
    return decoder.nested(member, at: place)
  }

  private func place(of key: Key) -> JSONPointer { JSONPointer().appending(name: key.stringValue) }
}

/// Decodes the elements of an array.
struct JSONElementDecoder: UnkeyedDecodingContainer {
  let decoder: JSONValueDecoder
  let elements: [JSONValue]
  private(set) var currentIndex = 0

  init(decoder: JSONValueDecoder, elements: [JSONValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try current.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try JSONValueDecoder.decode(type, from: current, at: place)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    let place = place
    let nested = try nested()
    return try JSONMismatch.locating(at: place) { try nested.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let place = place
    let nested = try nested()
    return try JSONMismatch.locating(at: place) { try nested.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try nested() }

  private mutating func nested() throws -> JSONValueDecoder {
    defer { currentIndex += 1 }
    return decoder.nested(try current, at: place)
  }

  private var current: JSONValue {
    get throws {
      guard !isAtEnd else {
        throw JSONMismatch(expected: "an array of more than \(elements.count) elements", found: decoder.json)
      }
      return elements[currentIndex]
    }
  }

  private var place: JSONPointer { JSONPointer().appending(index: currentIndex) }
}

/// Decodes a single value.
struct JSONScalarDecoder: SingleValueDecodingContainer {
  let json: JSONValue

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { json.isNull }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try JSONValueDecoder.decode(type, from: json) }
}
