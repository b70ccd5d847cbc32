extension JSONValue {
  /// Creates the JSON form of a value. The members of an object have the order in which they are encoded.
  ///
  /// - Throws: The errors of the value's `encode(to:)`; `EncodingError` for an unsigned integer beyond 64 signed bits.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONValueEncoder()
    try value.encode(to: encoder)
    self = encoder.json(of: value)
  }

  /// Converts the value to a type.
  ///
  /// - Throws: `JSONMismatch` for a missing member, an unknown one, or one of another type, with its place.
  public func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T {
    try JSONValueDecoder(self).decode(type)
  }

  /// Returns the JSON form of a value of an app, whose conversion must not fail.
  package static func converted(_ value: some Encodable) -> JSONValue {
    do {
      return try JSONValue(encoding: value)
    } catch {
      preconditionFailure("\(type(of: value)) has no JSON form: \(error)")
    }
  }
}

extension JSONValue: Codable {
  /// Reads a value of any kind.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    func read<T: Decodable>(_ type: T.Type) -> T? {
      // A value is of one kind, so that all others fail.
      try? value.decode(type)
    }
    if value.decodeNil() {
      self = .null
    } else if let bool = read(Bool.self) {
      self = .bool(bool)
    } else if let integer = read(Int64.self) {
      self = .integer(integer)
    } else if let number = read(Double.self) {
      self = .number(number)
    } else if let string = read(String.self) {
      self = .string(string)
    } else if let elements = read([JSONValue].self) {
      self = .array(elements)
    } else {
      let members = try value.decode([String: JSONValue].self)
      self = .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    case .array(let elements): try container.encode(elements)
    case .raw(let raw): try container.encode(raw.elements)
    case .object(let object):
      try container.encode(Dictionary(object.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last }))
    }
  }
}

extension JSONObject: Codable {
  /// Reads an object.
  public init(from decoder: any Decoder) throws { try self.init(json: JSONValue(from: decoder)) }

  /// Writes the object.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension JSONValue: SchemaDescribed {
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: JSONValue) { ([:], .null) }
}

extension JSONObject: SchemaDescribed {
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: JSONObject) {
    (["type": "object"], [:])
  }
}
