import CEL
import Navigation

extension ValueSchema {
  private static let keywords = [
    "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
    "pattern", "items", "properties", "required", "default", "description",
  ]

  /// Reads a schema.
  init?(_ node: JSONNode, _ reader: inout DefinitionReader) {
    guard reader.isObject(node, "A schema", members: Self.keywords), case .object(let json) = node.value else {
      return nil
    }
    var (kind, acceptsNull) = (Param.Kind.any, false)
    if let type = node["type"] {
      // Of JSON Schema's lists of types, those with null.
      acceptsNull = type.elements.count == 2 && type.elements[1].value == "null"
      guard let named = (acceptsNull ? type.elements[0] : type).kind(&reader) else { return nil }
      kind = named
    }
    let items = node["items"].flatMap { ValueSchema($0, &reader) }
    let members = (node["properties"].map { reader.named("member", in: $0) } ?? []).compactMap { name, node in
      ValueSchema(node, &reader).map { (name: name, schema: $0) }
    }
    if let properties = node["properties"] { _ = reader.object(properties, "`properties`") }
    if let description = node["description"] { _ = reader.string(description, "`description`") }
    self.init(json, kind, Self.constraints(of: node, &reader), members: members, items: items, acceptsNull: acceptsNull)
    if let value = node["default"], let mismatch = mismatch(of: value.value) {
      reader.report("The default \(mismatch).", at: value.place)
    }
  }

  private static func constraints(of node: JSONNode, _ reader: inout DefinitionReader) -> [Constraint] {
    var constraints: [Constraint] = []
    if let values = node["enum"] {
      if case .array(let values) = values.value, !values.isEmpty {
        constraints.append(.among(values))
      } else {
        reader.report("`enum` must be a list of at least one value; it is \(values.value.kind).", at: values.place)
      }
    }
    if let value = node["const"] { constraints.append(.among([value.value])) }
    for (name, isExclusive) in [("minimum", false), ("exclusiveMinimum", true)] {
      if let number = node[name]?.number(name, &reader) {
        constraints.append(.minimum(number, isExclusive: isExclusive))
      }
    }
    for (name, isExclusive) in [("maximum", false), ("exclusiveMaximum", true)] {
      if let number = node[name]?.number(name, &reader) {
        constraints.append(.maximum(number, isExclusive: isExclusive))
      }
    }
    if let length = node["minLength"]?.length("minLength", &reader) { constraints.append(.shortest(length)) }
    if let length = node["maxLength"]?.length("maxLength", &reader) { constraints.append(.longest(length)) }
    if let pattern = node["pattern"]?.pattern(&reader) { constraints.append(pattern) }
    return constraints + required(node["required"], &reader)
  }

  private static func required(_ node: JSONNode?, _ reader: inout DefinitionReader) -> [Constraint] {
    guard let node else { return [] }
    guard case .array = node.value else {
      reader.report("`required` must be a list of names; it is \(node.value.kind).", at: node.place)
      return []
    }
    return node.elements.compactMap { reader.string($0, "A name in `required`").map(Constraint.required) }
  }
}

extension JSONNode {
  /// Reads the name of a type, without the `?` of short forms.
  func kind(_ reader: inout DefinitionReader) -> Param.Kind? {
    guard let word = reader.string(self, "`type`") else { return nil }
    if let kind = Param.Kind.named.first(where: { $0.rawValue == word }) { return kind }
    return reader.fault(reader.unknown(word, "`type`", Param.Kind.named.map(\.rawValue)), at: place)
  }

  fileprivate func number(_ name: String, _ reader: inout DefinitionReader) -> Double? {
    if let number = value.numberValue { return number }
    return reader.fault("`\(name)` must be a number; it is \(value.kind).", at: place)
  }

  fileprivate func length(_ name: String, _ reader: inout DefinitionReader) -> Int? {
    if let length = value.integerValue, length >= 0, length <= Int64(Int32.max) { return Int(length) }
    return reader.fault("`\(name)` must be an integer from 0; it is \(value.excerpt).", at: place)
  }

  fileprivate func pattern(_ reader: inout DefinitionReader) -> ValueSchema.Constraint? {
    guard let text = reader.string(self, "`pattern`") else { return nil }
    do throws(RegularExpressionFault) {
      return .pattern(text, try RegularExpression(text, reader.meter))
    } catch {
      return reader.fault("`pattern` is not a valid regular expression: \(error.message).", at: place)
    }
  }
}
