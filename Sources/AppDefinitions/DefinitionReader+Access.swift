import CEL
import Navigation

extension DefinitionReader {
  /// Reads the rights of people who sign in with JWTs.
  mutating func access(_ node: JSONNode) -> AppAccess? {
    guard isObject(node, "`access`", members: ["create", "roles"]) else { return nil }
    let creation = node["create"].flatMap { self.creation($0) }
    let rules = node["roles"].map { self.roles($0) } ?? []
    return AppAccess(role: rules.role, create: creation?.session)
  }

  private mutating func roles(_ node: JSONNode) -> [AccessRule] {
    guard let rules = list(node, "`roles`", "a list of {\"when\", \"role\"}") else { return [] }
    guard rules.count <= Self.mostRules else {
      report("`roles` must have at most \(Self.mostRules) rules; it has \(rules.count).", at: node.place)
      return []
    }
    return rules.compactMap { rule($0) }
  }

  private static let mostRules = 100

  private mutating func rule(_ node: JSONNode) -> AccessRule? {
    guard isObject(node, "A rule in `roles`", members: ["when", "role"]) else { return nil }
    let when = required("when", of: node, "a condition on `claims`.").flatMap { condition($0, in: .ofSession(meter)) }
    let role: TokenRole? = required("role", of: node, "\"watch\", \"act\", \"lead\" or \"backend\".")
      .flatMap { choice($0, "`role`") }
    guard let when, let role else { return nil }
    return AccessRule(when: when, role: role)
  }

  private mutating func creation(_ node: JSONNode) -> AccessCreation? {
    guard isObject(node, "`create`", members: ["when", "key", "labels", "data"]) else { return nil }
    let place = AccessPlace.ofCreation(meter)
    let when = required("when", of: node, "a condition on `claims`.").flatMap { condition($0, in: place) }
    let key = node["key"].flatMap { expression($0, "`key`", in: place) }
    let labels = expressions(node["labels"], "`labels`", in: place)
    let data = expressions(node["data"], "`data`", in: place)
    return when.map { AccessCreation(when: $0, key: key, labels: labels, data: data) }
  }

  private mutating func expressions(
    _ node: JSONNode?, _ what: String, in place: AccessPlace
  ) -> [(name: String, value: AccessExpression)] {
    guard let node, object(node, what) != nil else { return [] }
    return named("member", in: node).compactMap { name, node in
      expression(node, "A member of \(what)", in: place).map { (name, $0) }
    }
  }

  private mutating func condition(_ node: JSONNode, in place: AccessPlace) -> AccessExpression? {
    expression(node, "`when`", in: place, expecting: .bool)
  }

  private mutating func expression(
    _ node: JSONNode, _ what: String, in place: AccessPlace, expecting type: CELType = .dynamic
  ) -> AccessExpression? {
    guard let text = string(node, what) else { return nil }
    do throws(ExpressionFault) {
      return AccessExpression(
        compiled: try CELExpression(text, in: place.environment, expecting: type), environment: place.environment,
        place: node.place)
    } catch {
      let hint = if case .unknownVariable = error.kind { "; here are \(place.names)." } else { "." }
      return fault("The expression has a fault at column \(error.column): \(error.message)\(hint)", at: node.place)
    }
  }
}
