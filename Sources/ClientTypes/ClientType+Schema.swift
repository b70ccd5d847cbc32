import JSON

extension ClientType {
  /// Creates the type of the values that fit a JSON Schema. A keyword without an equivalent in types is ignored.
  init(schema: JSONValue) {
    if let values = schema["enum"]?.arrayValue ?? schema["const"].map({ [$0] }) {
      self = ClientType(oneOf: values)
    } else if let forms = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue, schema["type"] == nil {
      self = ClientType(anyOf: forms.map { ClientType(schema: $0) })
    } else if let names = schema["type"]?.arrayValue {
      let types = names.filter { $0 != "null" }.map { ClientType(named: $0, schema) }
      self = types.count == names.count ? ClientType(anyOf: types) : .nullable(ClientType(anyOf: types))
    } else {
      self.init(named: schema["type"] ?? .null, schema)
    }
  }

  private init(named name: JSONValue, _ schema: JSONValue) {
    switch name {
    case "null": self = .null
    case "boolean": self = .boolean
    case "integer": self = .integer
    case "number": self = .number
    case "string": self = .string
    case "array": self = .list(schema["items"].map { ClientType(schema: $0) } ?? .unknown)
    case "object": self.init(objectOf: schema)
    default: self = .unknown
    }
  }

  fileprivate init(objectOf schema: JSONValue) {
    let others = schema["additionalProperties"] ?? true
    guard let properties = schema["properties"]?.objectValue, !properties.isEmpty || others == false else {
      self = .map(others.objectValue.map { ClientType(schema: .object($0)) } ?? .unknown)
      return
    }
    let required = schema["required"]?.arrayValue ?? []
    self = .object(
      properties.map { name, member in
        ClientField(
          name: name, type: ClientType(schema: member), isOptional: !required.contains(.string(name)),
          text: member.text(of: ["title", "description"]))
      })
  }

  private init(oneOf values: [JSONValue]) {
    let isScalar = values.allSatisfy { $0.arrayValue == nil && $0.objectValue == nil }
    guard isScalar, !values.isEmpty else {
      self = .unknown
      return
    }
    self = .literals(values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
  }

  private init(anyOf types: [ClientType]) {
    let different = types.reduce(into: [ClientType]()) { if !$0.contains($1) { $0.append($1) } }
    self = different.contains(.unknown) || different.isEmpty ? .unknown : .union(different)
    if different.count == 1 { self = different[0] }
  }
}

extension ClientType {
  /// Creates the type of data or a state: what the schema says, and otherwise the JSON types of its `default`, which is
  /// the initial value.
  init(ofValue schema: JSONValue) {
    let initial = schema["default"] ?? .null
    let declared = schema["properties"]?.objectValue ?? [:]
    if case .object(let members) = initial, schema["type"] == nil || schema["type"] == "object", !members.isEmpty {
      // A member that is there from the beginning stays.
      let present = members.map { name, value in
        var member = declared[name]?.objectValue ?? [:]
        member["default"] = value
        return ClientField(
          name: name, type: ClientType(ofValue: .object(member)),
          text: declared[name]?.text(of: ["title", "description"]))
      }
      let others = ClientType(objectOf: schema)
      self = .object(present)
      if case .object(let fields) = others { self = .object(present + fields.filter { members[$0.name] == nil }) }
    } else if ["type", "enum", "const", "anyOf", "oneOf"].contains(where: { schema[$0] != nil }) {
      self.init(schema: schema)
    } else {
      self.init(ofInitial: initial)
    }
  }

  /// Creates the type of a value that keeps its JSON type when it changes. A value that is null at first can become
  /// anything, and so can the items of a list. A number that is written without a fraction counts as an integer.
  init(ofInitial value: JSONValue) {
    switch value {
    case .null: self = .unknown
    case .bool: self = .boolean
    case .integer: self = .integer
    case .number: self = .number
    case .string: self = .string
    case .array, .raw: self = .list(.unknown)
    case .object(let members) where members.isEmpty: self = .map(.unknown)
    case .object(let members):
      self = .object(members.map { ClientField(name: $0.name, type: ClientType(ofInitial: $0.value)) })
    }
  }
}

extension JSONValue {
  /// The texts of some members, joined on one line; nil if there are none.
  func text(of members: [String]) -> String? {
    let texts = members.compactMap { self[$0]?.stringValue }.map { text in
      // A line break would end a `///` comment, and the rest would be code.
      text.split { $0.isWhitespace || $0.isNewline || $0 < " " }.joined(separator: " ")
    }.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: ": ")
  }
}
