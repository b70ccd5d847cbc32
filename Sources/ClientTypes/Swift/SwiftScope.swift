import JSON

/// A type in Swift with the types that are nested in it.
struct SwiftScope {
  /// The declarations of the nested types.
  private(set) var declarations: [String] = []
  var names = SwiftNames()
  /// The number of types around the nested ones.
  let depth: Int

  init(depth: Int) { self.depth = depth }

  /// Returns a type as code. An object or an enumeration becomes a nested type.
  ///
  /// - Parameter name: The name for a nested type.
  mutating func type(_ type: ClientType, named name: String) -> String {
    switch type {
    case .unknown, .union, .null: "JSONValue"
    case .boolean: "Bool"
    case .integer: "Int"
    case .number: "Double"
    case .string: "String"
    case .literals(let values): literals(values, name)
    case .list(let element): "[\(self.type(element, named: name))]"
    case .map(let value): "[String: \(self.type(value, named: name))]"
    case .object(let fields): structure(fields, name)
    case .nullable(let type): "\(self.type(type, named: name))?"
    }
  }

  /// Returns the type of a member. A synthesised encoder omits what is nil, so nil stands only for an absent member.
  mutating func type(of field: ClientField, named name: String? = nil) -> String {
    let name = name ?? field.name
    switch field.type {
    case .nullable(let type): return field.isOptional ? "\(self.type(type, named: name))?" : "JSONValue"
    case let type: return self.type(type, named: name) + (field.isOptional ? "?" : "")
    }
  }

  mutating func declare(_ declaration: String) { declarations.append(declaration) }

  private mutating func structure(_ fields: [ClientField], _ name: String) -> String {
    let name = names.type(name)
    declare(SwiftWriter.structure(name, fields, depth: depth))
    return name
  }

  private mutating func literals(_ values: [JSONValue], _ name: String) -> String {
    if values.allSatisfy({ $0.stringValue != nil }) {
      let name = names.type(name)
      declare(SwiftWriter.enumeration(name, values.compactMap(\.stringValue), depth: depth))
      return name
    }
    if values.allSatisfy({ $0.boolValue != nil }) { return "Bool" }
    if values.allSatisfy({ $0.integerValue != nil }) { return "Int" }
    return values.allSatisfy { $0.numberValue != nil } ? "Double" : "JSONValue"
  }
}
