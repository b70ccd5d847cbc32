import JSON

/// A JSON value whose strings are templates, at any depth.
package indirect enum CELValueTemplate: Sendable {
  /// A value without expressions.
  case constant(JSONValue)
  case string(CELTemplate)
  case array([CELValueTemplate])
  case object([(name: String, value: CELValueTemplate)])

  /// Parses and checks the templates of a value.
  ///
  /// - Parameter onFault: Called with the place of each fault, from the value on. A string with a fault stays as it is.
  package init(
    _ json: JSONValue, in environment: CELEnvironment, at place: JSONPointer = JSONPointer(),
    onFault: (JSONPointer, ExpressionFault) -> Void
  ) {
    switch json {
    case .string(let text): self = Self.string(text, environment) { onFault(place, $0) }
    case .array(let elements):
      self.init(
        array: elements.enumerated().map {
          CELValueTemplate($1, in: environment, at: place.appending(index: $0), onFault: onFault)
        })
    case .object(let members):
      self.init(
        object: members.map {
          ($0.name, CELValueTemplate($0.value, in: environment, at: place.appending(name: $0.name), onFault: onFault))
        })
    case .raw: self.init(.array(json.arrayValue ?? []), in: environment, at: place, onFault: onFault)
    case .null, .bool, .integer, .number: self = .constant(json)
    }
  }

  private static func string(
    _ text: String, _ environment: CELEnvironment, onFault: (ExpressionFault) -> Void
  ) -> CELValueTemplate {
    do throws(ExpressionFault) {
      let template = try CELTemplate(text, in: environment)
      return template.constant.map { .constant(.string($0)) } ?? .string(template)
    } catch {
      onFault(error)
      return .constant(.string(text))
    }
  }

  private init(array elements: [CELValueTemplate]) {
    let constants = elements.compactMap(\.constant)
    self = constants.count == elements.count ? .constant(.array(constants)) : .array(elements)
  }

  private init(object members: [(name: String, value: CELValueTemplate)]) {
    let constants = members.compactMap { member in member.value.constant.map { (member.name, $0) } }
    self = constants.count == members.count ? .constant(.object(JSONObject(constants))) : .object(members)
  }
}

extension CELValueTemplate {
  /// The value, if it has no expressions.
  package var constant: JSONValue? {
    if case .constant(let value) = self { value } else { nil }
  }

  /// The variables that the expressions refer to.
  package var references: [String] {
    switch self {
    case .constant: []
    case .string(let template): template.expressions.flatMap(\.references)
    case .array(let elements): elements.flatMap(\.references)
    case .object(let members): members.flatMap(\.value.references)
    }
  }

  /// Evaluates all expressions.
  package func evaluate(
    _ bindings: CELBindings, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> JSONValue {
    switch self {
    case .constant(let value): return value
    case .string(let template): return try template.evaluate(bindings, &budget).json
    case .array(let elements):
      var values: [JSONValue] = []
      for element in elements { values.append(try element.evaluate(bindings, &budget)) }
      return .array(values)
    case .object(let members):
      var values: [(String, JSONValue)] = []
      for member in members { values.append((member.name, try member.value.evaluate(bindings, &budget))) }
      return .object(JSONObject(values))
    }
  }
}
