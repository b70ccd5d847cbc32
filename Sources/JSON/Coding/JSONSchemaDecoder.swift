/// A decoder that records which members a type reads, and gives it some value for each.
final class JSONSchemaDecoder: Decoder {
  /// The types that contain the described one, and itself.
  fileprivate let open: [ObjectIdentifier]
  /// The case of an enum that is described; nil: a type.
  let caseName: String?
  private(set) var caseDecoder: JSONSchemaDecoder?
  private(set) var fields = JSONSchema.Case()
  /// The schema of a type that does not read members.
  private var whole: JSONValue?
  /// The members whose presence was asked for.
  private var optional: Set<String> = []

  init(open: [ObjectIdentifier] = [], caseName: String? = nil) {
    self.open = open
    self.caseName = caseName
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(JSONSchemaMembers(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    whole = ["type": "array"]
    return JSONSchemaElements(decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { JSONSchemaScalar(decoder: self) }

  /// The schema of what was read.
  var schema: JSONValue {
    if let whole { return whole }
    var properties = fields.required
    properties.merge(fields.optional)
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if !fields.required.isEmpty { schema["required"] = .array(fields.required.names.map(JSONValue.string)) }
    schema["additionalProperties"] = false
    return .object(schema)
  }

  func describe<T: Decodable>(_ type: T.Type) throws -> (schema: JSONValue, value: T) {
    try JSONSchema.describe(type, in: open)
  }

  func part<T>(_ type: T.Type) -> JSONValue { JSONSchema.part(type, in: open) }

  func recordOptional(_ name: String) { optional.insert(name) }

  func record(_ name: String, _ schema: JSONValue) {
    if optional.contains(name) { fields.optional[name] = schema } else { fields.required[name] = schema }
  }

  func record(whole schema: JSONValue) { whole = schema }

  /// The decoder of a nested container.
  func nested(_ name: String) -> JSONSchemaDecoder {
    let decoder = JSONSchemaDecoder(open: open)
    if name == caseName { caseDecoder = decoder } else { record(name, [:]) }
    return decoder
  }
}

/// Records the members of an object.
private struct JSONSchemaMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: JSONSchemaDecoder

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { decoder.caseName.flatMap(Key.init(stringValue:)).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool {
    decoder.recordOptional(key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let (schema, value) = try decoder.describe(type)
    decoder.record(key.stringValue, schema)
    return value
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    decoder.recordOptional(key.stringValue)
    decoder.record(key.stringValue, decoder.part(type))
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { decoder.nested(key.stringValue).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    decoder.nested(key.stringValue).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder.nested("super") }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder.nested(key.stringValue) }
}

/// Records an array as one with a single element.
private struct JSONSchemaElements: UnkeyedDecodingContainer {
  let decoder: JSONSchemaDecoder
  private(set) var currentIndex = 0

  init(decoder: JSONSchemaDecoder) {
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  // One element describes all, and then the loop of the decoded type ends.
  var isAtEnd: Bool { currentIndex > 0 }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    currentIndex += 1
    return try decoder.describe(type).value
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    currentIndex += 1
    return JSONSchemaDecoder(open: decoder.open)
  }
}

/// Records a single value.
private struct JSONSchemaScalar: SingleValueDecodingContainer {
  let decoder: JSONSchemaDecoder

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let (schema, value) = try decoder.describe(type)
    decoder.record(whole: schema)
    return value
  }
}
