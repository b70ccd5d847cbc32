import CEL
import JSON
import Navigation

// Members of the data and of states: misspelled names, and values that cannot fit.

extension DefinitionReview {
  mutating func reviewData() {
    for (name, node) in definition["routes"]?.members ?? [] {
      guard let state = node["state"], node["feature"] == nil else { continue }
      if case .object = state.value { continue }
      warn(
        "The state of \(Suggestions.quoted(name)) is \(state.value.kind); steps and `setState` set members of an object.",
        at: state.place)
    }
    let set = setMembers
    for step in parts.steps { reviewStep(step, set) }
    for condition in parts.conditions {
      reviewNames(in: condition.expression, at: condition.node.place, condition.owner, set)
    }
  }

  /// The members that some step sets, such as `data.cart` or `state.guests`.
  private var setMembers: Set<String> {
    var members: Set<String> = []
    for step in parts.steps {
      for (path, _) in step.assignments {
        if case .member(let name)? = DataPath(path)?.components.first, let root = DataPath(path)?.root {
          members.insert("\(root.rawValue).\(name)")
        }
      }
    }
    return members
  }

  private mutating func reviewStep(_ step: PlacedStep, _ set: Set<String>) {
    for (path, value) in step.assignments {
      guard let text = value.value.stringValue, step.node["remove"] == nil, let expression = step.place.compiled(text)
      else { continue }
      reviewNames(in: expression, at: value.place, step.owner, set)
      guard let target = DataPath(path) else { continue }
      let initial = target.value(in: target.root == .data ? app.data : state(of: step.owner)) ?? .null
      reviewType(of: expression, at: value.place, step, target, initial)
    }
    for node in step.templates {
      guard let text = node.value.stringValue else { continue }
      reviewNames(step.place.references(inTemplate: text), of: text, at: node.place, step.owner, set)
    }
  }

  private func state(of owner: Owner) -> JSONValue { owner.route.flatMap { app.routes[$0]?.state } ?? .null }

  /// Warns about a value that cannot have the JSON type with which its place began.
  private mutating func reviewType(
    of expression: CELExpression, at place: JSONPointer, _ step: PlacedStep, _ target: DataPath, _ initial: JSONValue
  ) {
    if step.node["append"] != nil {
      guard !initial.isNull, initial.arrayValue == nil else { return }
      return warn(
        "`\(target.text)` began as \(initial.kind); `append` needs a list: 409 `wrong-type`.", at: place)
    }
    guard !initial.isNull, let kind = expression.type.jsonKind else { return }
    if kind != CELType(ofInitial: initial).jsonKind {
      warn(
        "`\(target.text)` began as \(initial.kind) and cannot become a \(expression.type.name): 409 `wrong-type`. Use null as the "
          + "initial value for any type.", at: place)
    }
  }

  /// Warns about a member that is similar to a known one, and that neither the definition nor a step sets.
  private mutating func reviewNames(
    in expression: CELExpression, at place: JSONPointer, _ owner: Owner, _ set: Set<String>
  ) {
    reviewNames(expression.references, of: expression.source, at: place, owner, set)
  }

  private mutating func reviewNames(
    _ references: [String], of text: String, at place: JSONPointer, _ owner: Owner, _ set: Set<String>
  ) {
    for reference in references {
      let names = reference.split(separator: ".").map(String.init)
      guard names.count > 1, names[0] == "data" || names[0] == "state" else { continue }
      let initial = names[0] == "data" ? app.data : state(of: owner)
      let schema = names[0] == "data" ? app.schema : owner.route.flatMap { app.routes[$0]?.schema }
      let declared = schema?.members.map(\.name) ?? []
      let member = "\(names[0]).\(names[1])"
      guard case .object(let members) = initial, members[names[1]] == nil, !set.contains(member),
        !declared.contains(names[1])
      else { continue }
      // Short names are similar to each other.
      guard names[1].count > 2 else { continue }
      let others = set.filter { $0.hasPrefix(names[0] + ".") }.map { String($0.dropFirst(names[0].count + 1)) }
      let meant = hint(names[1], among: (members.names + others + declared).sorted())
      if !meant.isEmpty { warnOfName(member, names[0], in: text, meant, at: place) }
    }
  }

  private mutating func warnOfName(
    _ member: String, _ root: String, in text: String, _ meant: String, at place: JSONPointer
  ) {
    let column = text.firstRange(of: member).map { text[..<$0.lowerBound].unicodeScalars.count + 1 } ?? 1
    warn("`\(member)` at column \(column) is neither in the initial `\(root)` nor set by a step.\(meant)", at: place)
  }
}

extension PlacedStep {
  /// The places that the step sets, with their expressions.
  fileprivate var assignments: [(name: String, node: JSONNode)] {
    node["set"]?.members ?? node["append"]?.members ?? node["remove"]?.members ?? []
  }

  /// The texts of the step with expressions in `${…}`, without those of the steps and conditions in it.
  fileprivate var templates: [JSONNode] {
    let others = ["set", "append", "remove", "if", "then", "else"]
    return node.members.filter { !others.contains($0.name) }.flatMap(\.node.templates)
  }
}

extension JSONNode {
  fileprivate var templates: [JSONNode] {
    if let text = value.stringValue { return text.contains("${") ? [self] : [] }
    return members.flatMap(\.node.templates) + elements.flatMap(\.templates)
  }
}

extension CELType {
  /// The JSON type of values of the type; nil when it is unknown.
  fileprivate var jsonKind: String? {
    switch self {
    case .dynamic: nil
    case .null: "null"
    case .bool: "boolean"
    case .int, .double, .number: "number"
    case .string, .timestamp, .duration, .type: "string"
    case .list: "array"
    case .map, .object: "object"
    }
  }
}
