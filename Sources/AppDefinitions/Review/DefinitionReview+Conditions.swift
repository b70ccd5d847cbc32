import JSON

// Conditions whose value is known without the state, and guards that have no effect.

extension DefinitionReview {
  mutating func reviewConditions() {
    for condition in parts.conditions {
      guard let value = condition.constant,
        let detail = condition.kind.effect(of: value, route: condition.owner.route ?? "")
      else { continue }
      warn("`\(condition.text)` is always \(value): \(detail).", at: condition.node.place)
    }
  }

  /// Warns about guards that are not asked, and about guards whose steps lead back to them.
  mutating func reviewGuards() {
    var instead: [String: String] = [:]
    let never = Set(parts.conditions.filter { $0.constant == false }.map(\.node.place))
    for (name, node) in definition["routes"]?.members ?? [] {
      guard let member = node["guard"] else { continue }
      let guards = member.value.arrayValue == nil ? [member] : member.elements
      reviewOrder(of: guards, never: never)
      for item in guards {
        if let route = item["else"]?.onlyRoute { instead[name] = instead[name] ?? route }
        if item["else"]?.onlyRoute == name {
          warn(
            "These steps open \(Suggestions.quoted(name)) again, whose guard then refuses again: 409 `guard-loop`. Open "
              + "another screen.", at: item.place.appending(name: "else"))
        }
      }
    }
    reviewDetours(instead)
  }

  /// - Parameter never: The places of conditions that never hold.
  private mutating func reviewOrder(of guards: [JSONNode], never: Set<JSONPointer>) {
    var former: Set<String> = []
    var isClosed = false
    for item in guards {
      guard let when = item["when"], let text = when.value.stringValue else { continue }
      if isClosed {
        warn("This guard is never evaluated: the one before it never holds.", at: item.place)
      } else if !former.insert(text).inserted {
        warn("This guard has no effect: an earlier one has the same condition.", at: when.place)
      }
      isClosed = isClosed || never.contains(when.place)
    }
  }

  private func condition(of route: String) -> JSONValue? { definition["routes"]?[route]?["guard"]?["when"]?.value }

  /// Warns about guards with the same condition that open each other's screens.
  private mutating func reviewDetours(_ instead: [String: String]) {
    let rounds = Self.rounds(from: instead.keys.sorted()) { name in
      instead[name].flatMap { condition(of: $0) == condition(of: name) ? $0 : nil }
    }
    for round in rounds where round.count > 1 {
      warn(
        "The guards of \(Suggestions.list(round)) have the same condition, and open each other's screens: 409 "
          + "`guard-loop`.", at: place(of: round[0], "guard"))
    }
  }
}

extension PlacedCondition.Kind {
  /// The consequence of a constant value; nil if it is a usual one.
  fileprivate func effect(of value: Bool, route: String) -> String? {
    let name = Suggestions.quoted(route)
    switch (self, value) {
    case (.guard(hasElse: false), false): return "\(name) can never be opened"
    case (.guard(hasElse: true), false): return "\(name) can never be opened, its `else` is always performed"
    case (.guard, true): return "the guard has no effect"
    case (.action, false): return "the action can never be performed"
    case (.action, true): return "the condition has no effect"
    case (.destination, false): return "the route can never be opened from here"
    case (.destination, true): return "the condition has no effect"
    case (.leave, true): return "no confirmation is ever needed"
    case (.leave, false): return nil
    case (.branch, false): return "`then` is never performed"
    case (.branch, true): return "`else` is never performed"
    }
  }
}

extension JSONNode {
  /// The route that steps open, if they do nothing else.
  var onlyRoute: String? {
    let steps = value.arrayValue == nil ? [self] : elements
    guard steps.count == 1, steps[0]["type"] != nil else { return nil }
    return steps[0]["route"]?.value.stringValue
  }
}
