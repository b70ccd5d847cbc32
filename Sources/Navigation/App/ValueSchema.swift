import CEL
import JSON

/// The JSON Schema of a param, an argument, data or a state: the keywords that app definitions can use.
///
/// Source: JSON Schema Validation, draft 2020-12, §6.
public struct ValueSchema: Sendable {
  /// The schema as it is written in the definition.
  public let json: JSONObject
  public let kind: Param.Kind
  /// Whether null fits, too.
  private let acceptsNull: Bool
  private let constraints: [Constraint]
  package let members: [(name: String, schema: ValueSchema)]
  /// The places of the members in their list.
  private let places: [ExactString: Int]
  private let items: [ValueSchema]

  /// A keyword that constrains a value, with its value.
  package enum Constraint: Sendable {
    /// The allowed values, and their set: of a list each item is looked up.
    case among([JSONValue], Set<JSONValue>)
    case minimum(Double, isExclusive: Bool)
    case maximum(Double, isExclusive: Bool)
    case shortest(Int)
    case longest(Int)
    case pattern(String, RegularExpression)
    case required(String)
  }

  /// Creates a schema.
  ///
  /// - Parameters:
  ///   - json: The schema as it is written in the definition.
  ///   - members: The schemas of an object's members.
  ///   - items: The schema of a list's items.
  ///   - takesNull: Whether null fits, too.
  package init(
    _ json: JSONObject, _ kind: Param.Kind, _ constraints: [Constraint],
    members: [(name: String, schema: ValueSchema)] = [], items: ValueSchema? = nil, acceptsNull: Bool = false
  ) {
    self.json = json
    self.kind = kind
    self.constraints = constraints
    self.members = members
    places = Dictionary(members.indices.map { (ExactString(members[$0].name), $0) }) { first, _ in first }
    self.items = items.map { [$0] } ?? []
    self.acceptsNull = acceptsNull
  }

  /// The schema of a list's items; nil: they can have any value.
  package var item: ValueSchema? { items.first }

  /// Whether a regular expression constrains the value or a part of it.
  var hasPattern: Bool {
    constraints.contains { if case .pattern = $0 { true } else { false } }
      || members.contains(where: \.schema.hasPattern)
      || items.contains(where: \.hasPattern)
  }

  /// The allowed values, or else the kind, in words.
  package var expected: String {
    for case .among(let values, _) in constraints { return Constraint.text(values) }
    return acceptsNull ? "\(kind.article) or null" : kind.article
  }

  /// The first way in which a value does not fit, as the end of a sentence; nil when it fits.
  ///
  /// - Parameter former: A value that fits, whose members need no check as long as they are the same.
  package func mismatch(of value: JSONValue, changedFrom former: JSONValue? = nil) -> String? {
    // One for all parts of the value, of which there may be many.
    var budget = EvaluationBudget(steps: Self.patternSteps)
    return mismatch(of: value, changedFrom: former, &budget)
  }

  /// The steps of the regular expressions for a value, which bound their time.
  private static let patternSteps = 100_000

  private func mismatch(
    of value: JSONValue, changedFrom former: JSONValue? = nil, _ budget: inout EvaluationBudget
  ) -> String? {
    if acceptsNull, value.isNull { return nil }
    if !kind.accepts(value) { return "must be \(expected); it is \(value.kind)" }
    for constraint in constraints {
      if let mismatch = constraint.mismatch(of: value, &budget) { return mismatch }
    }
    if case .object(let object) = value, !members.isEmpty {
      // The members of the value, not those of the schema: a list has many small objects.
      for (name, member) in object {
        guard let place = places[ExactString(name)], member != former?[name] else { continue }
        if let mismatch = members[place].schema.mismatch(of: member, &budget) {
          return "has a `\(name)` that \(mismatch)"
        }
      }
    }
    if let item {
      for (index, element) in (value.arrayValue ?? []).enumerated() {
        if let mismatch = item.mismatch(of: element, &budget) { return "has an item \(index) that \(mismatch)" }
      }
    }
    return nil
  }
}

extension ValueSchema: Equatable {
  /// Whether both are written in the same way.
  public static func == (one: ValueSchema, other: ValueSchema) -> Bool { one.json == other.json }
}

extension ValueSchema.Constraint {
  package static func among(_ values: [JSONValue]) -> Self { .among(values, Set(values)) }

  fileprivate func mismatch(of value: JSONValue, _ budget: inout EvaluationBudget) -> String? {
    if fits(value, &budget) { return nil }
    if case .required(let name) = self { return "must have a member `\(name)`, which is missing" }
    return "must \(rule); it is \(value.excerpt)"
  }

  /// Whether a value fits. A value of a kind that the keyword does not concern fits.
  private func fits(_ value: JSONValue, _ budget: inout EvaluationBudget) -> Bool {
    switch self {
    case .among(_, let values): return values.contains(value)
    case .minimum(let least, let isExclusive):
      return value.numberValue.map { isExclusive ? $0 > least : $0 >= least } ?? true
    case .maximum(let most, let isExclusive):
      return value.numberValue.map { isExclusive ? $0 < most : $0 <= most } ?? true
    case .shortest(let least): return value.stringValue.map { $0.unicodeScalars.count >= least } ?? true
    case .longest(let most): return value.stringValue.map { $0.unicodeScalars.count <= most } ?? true
    case .pattern(_, let expression):
      guard let text = value.stringValue else { return true }
      // A text that takes too many steps cannot be shown to match, and is refused.
      do throws(EvaluationError) { return try expression.matches(text, &budget) } catch { return false }
    case .required(let name): return value.objectValue.map { $0[name] != nil } ?? true
    }
  }

  /// The allowed values in words; of many the first.
  fileprivate static func text(_ values: [JSONValue]) -> String {
    guard values.count != 1 else { return values[0].excerpt }
    let shown = values.prefix(20).map(\.excerpt).joined(separator: ", ")
    return "one of \(shown)" + (values.count > 20 ? " and \(values.count - 20) more" : "")
  }

  /// The rule as the end of a sentence, after "must".
  private var rule: String {
    switch self {
    case .among(let values, _): "be \(Self.text(values))"
    case .minimum(let least, let isExclusive):
      "be \(isExclusive ? "greater than" : "at least") \(JSONValue.short(least).text)"
    case .maximum(let most, let isExclusive):
      "be \(isExclusive ? "less than" : "at most") \(JSONValue.short(most).text)"
    case .shortest(let least): "have at least \(least) \(least == 1 ? "character" : "characters")"
    case .longest(let most): "have at most \(most) \(most == 1 ? "character" : "characters")"
    case .pattern(let pattern, _): "match `\(pattern)`"
    case .required(let name): "have a member `\(name)`"
    }
  }
}

extension JSONValue {
  /// A number without a needless fraction.
  static func short(_ number: Double) -> JSONValue {
    JSONValue.number(number).integerValue.map(JSONValue.integer) ?? .number(number)
  }
}
