/// A decoder of a `JSONValue`. Members that the type does not read are refused.
final class JSONValueDecoder: Decoder {
  let json: JSONValue
  /// The value that a type reads as a whole. Differs from `json` for the name of a case.
  private let scalar: JSONValue
  /// The names of the members that were read, in order; nil: the value was not read as an object.
  private(set) var readNames: [String]?
  private var readSet: Set<ExactString> = []
  /// Whether the value was read as a scalar or as an array.
  private var isRead = false
  /// The decoders of containers that were read without a type of their own.
  private var nested: [(place: JSONPointer, decoder: JSONValueDecoder)] = []

  /// - Parameter scalar: The value for a type that reads neither members nor elements; nil: `json`.
  init(_ json: JSONValue, scalar: JSONValue? = nil) {
    self.json = json
    self.scalar = scalar ?? json
  }

  /// Always empty. Errors have the place of a value as their pointer.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The names of the members that were read in the first nested container; nil when there is none.
  var nestedNames: [String]? { nested.first.map { $0.decoder.readNames ?? [] } }

  /// Decodes the value as a whole.
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try read(type)
    try checkNames()
    return value
  }

  /// Decodes the value, and accepts members that the type does not read.
  func read<T: Decodable>(_ type: T.Type) throws -> T {
    do {
      return try T(from: self)
    } catch let error as DecodingError {
      throw JSONMismatch(expected: Self.expectation(of: type, error), found: scalar)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let object = json.objectValue else { throw JSONMismatch(expected: "an object", found: json) }
    if readNames == nil { readNames = [] }
    return KeyedDecodingContainer(JSONMemberDecoder(decoder: self, object: object))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = json.arrayValue else { throw JSONMismatch(expected: "an array", found: json) }
    isRead = true
    return JSONElementDecoder(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    isRead = true
    return JSONScalarDecoder(json: scalar)
  }
}

extension JSONValueDecoder {
  /// Records that a member is read.
  func recordRead(_ name: String) {
    if readSet.insert(ExactString(name)).inserted { readNames?.append(name) }
  }

  /// Returns the decoder of a container in this value.
  func nested(_ json: JSONValue, at place: JSONPointer) -> JSONValueDecoder {
    let decoder = JSONValueDecoder(json)
    nested.append((place, decoder))
    return decoder
  }

  /// Refuses members that were not read, also in containers in this value.
  func checkNames() throws {
    for (place, decoder) in nested { try JSONMismatch.locating(at: place) { try decoder.checkNames() } }
    if isRead && readNames == nil { return }
    guard let object = json.objectValue else { throw JSONMismatch(expected: "an object", found: json) }
    guard let unknown = object.names.first(where: { !readSet.contains(ExactString($0)) }) else { return }
    let known = readNames ?? []
    let list = known.isEmpty ? "no member" : "no member besides \(known.map { "`\($0)`" }.joined(separator: ", "))"
    throw JSONMismatch(expected: list, found: object[unknown], pointer: JSONPointer().appending(name: unknown))
  }

  /// Converts a part of a value.
  static func decode<T: Decodable>(_ type: T.Type, from json: JSONValue, at place: JSONPointer) throws -> T {
    try JSONMismatch.locating(at: place) { try decode(type, from: json) }
  }

  static func decode<T: Decodable>(_ type: T.Type, from json: JSONValue) throws -> T {
    guard let convertible = type as? any JSONConvertible.Type else { return try JSONValueDecoder(json).decode(type) }
    guard let value = try convertible.init(json: json) as? T else { return try JSONValueDecoder(json).decode(type) }
    return value
  }

  /// The accepted kind of value, as a noun phrase.
  private static func expectation<T>(of type: T.Type, _ error: DecodingError) -> String {
    if let cases = JSONSchema.cases(of: type) { return "one of \(cases.map(\.json.text).joined(separator: ", "))" }
    switch error {
    case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context):
      return "a value of `\(type)` (\(context.debugDescription))"
    @unknown default: return "a value of `\(type)`"
    }
  }
}
