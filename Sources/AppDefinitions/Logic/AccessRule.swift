import CEL
import JSON
import Navigation

/// The variables of an expression about claims.
struct AccessPlace {
  let environment: CELEnvironment

  /// The place of a rule for an existing session.
  static func ofSession(_ meter: CompilationMeter) -> AccessPlace {
    let session = CELType.object(["id": .string, "key": .dynamic, "labels": .map(.string)], isOpen: false)
    return AccessPlace(
      environment: CELEnvironment(
        [("claims", .map(.dynamic)), ("now", .timestamp), ("session", session)], meter: meter))
  }

  /// The place of an expression for a new session.
  static func ofCreation(_ meter: CompilationMeter) -> AccessPlace {
    AccessPlace(environment: CELEnvironment([("claims", .map(.dynamic)), ("now", .timestamp)], meter: meter))
  }

  /// The names of the variables, for messages.
  var names: String { environment.names.map { "`\($0)`" }.joined(separator: ", ") }
}

/// An expression about claims, with its place in the definition.
struct AccessExpression: Sendable {
  let compiled: CELExpression
  let environment: CELEnvironment
  let place: JSONPointer

  /// The value; nil if the evaluation fails, which is reported.
  func value(_ query: AccessQuery, _ budget: inout EvaluationBudget) -> CELValue? {
    var bindings = environment.bindings
    bindings["claims"] = CELValue(.object(query.claims))
    bindings["now"] = CELTimestamp(milliseconds: query.now).map(CELValue.timestamp)
    bindings["session"] = query.session.map { CELValue($0.json) }
    do throws(EvaluationError) {
      return try compiled.evaluate(bindings, &budget)
    } catch {
      query.onFailure(place, error.description)
      return nil
    }
  }

  /// Whether a condition holds. One that fails does not.
  func holds(_ query: AccessQuery, _ budget: inout EvaluationBudget) -> Bool {
    switch value(query, &budget) {
    case .bool(let holds)?: return holds
    case nil: return false
    case let value?:
      query.onFailure(place, "the condition must be a bool, not a \(value.kind.rawValue)")
      return false
    }
  }

  /// A text; nil if the value is another one, which is reported.
  func text(_ query: AccessQuery, _ budget: inout EvaluationBudget) -> String? {
    guard let value = value(query, &budget) else { return nil }
    if case .string(let text) = value { return text }
    query.onFailure(place, "the value must be a string, not a \(value.kind.rawValue)")
    return nil
  }
}

/// A role for those whose claims fulfil a condition.
struct AccessRule: Sendable {
  let when: AccessExpression
  let role: TokenRole
}

extension [AccessRule] {
  /// The role of the first rule that holds.
  func role(_ query: AccessQuery) -> TokenRole? {
    var budget = EvaluationBudget()
    return first { $0.when.holds(query, &budget) }?.role
  }
}

/// The rule by which people create sessions.
struct AccessCreation: Sendable {
  let when: AccessExpression
  let key: AccessExpression?
  let labels: [(name: String, value: AccessExpression)]
  let data: [(name: String, value: AccessExpression)]

  /// The new session; nil if the condition does not hold, or an expression fails.
  func session(_ query: AccessQuery) -> AppAccess.NewSession? {
    var budget = EvaluationBudget()
    guard when.holds(query, &budget) else { return nil }
    var session = AppAccess.NewSession()
    if let key {
      guard let text = key.text(query, &budget) else { return nil }
      session.key = text
    }
    for (name, value) in labels {
      guard let text = value.text(query, &budget) else { return nil }
      session.labels[name] = text
    }
    for (name, value) in data {
      guard let value = value.value(query, &budget) else { return nil }
      session.data[name] = value.json
    }
    return session
  }
}

extension AccessQuery.Session {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "key": key.map(JSONValue.string) ?? .null,
      "labels": .object(labels.json),
    ]
  }
}
