import JSON

// Timers that are cancelled but never started, and timers that start each other without end.

extension DefinitionReview {
  mutating func reviewTimers() {
    let started = startedTimers
    let cancelled = Set(
      parts.steps.filter { $0.owner.route == nil }.compactMap { $0.node["cancel"]?.value.stringValue })
    for step in parts.steps {
      if let cancel = step.node["cancel"] { reviewCancel(cancel, step.owner, started) }
      reviewEnd(of: step, cancelled)
    }
  }

  /// The names of the timers that are started, by route; nil: of the app.
  private var startedTimers: [String?: Set<String>] {
    var started: [String?: Set<String>] = [:]
    for (route, node) in definition["routes"]?.members ?? [] {
      started[route] = Set((node["timers"]?.members ?? []).map(\.name))
    }
    for step in parts.steps where ["after", "at", "every", "call"].contains(where: { step.node[$0] != nil }) {
      if let name = step.node["id"]?.value.stringValue { started[step.owner.route, default: []].insert(name) }
    }
    return started
  }

  private mutating func reviewCancel(_ node: JSONNode, _ owner: Owner, _ started: [String?: Set<String>]) {
    let known = started[owner.route] ?? []
    guard let name = node.value.stringValue, !known.contains(name) else { return }
    let starter = owner.route.map(Suggestions.quoted) ?? "the app"
    warn(
      "No timer and no call \(Suggestions.quoted(name)) is started by \(starter).\(hint(name, among: known.sorted()))",
      at: node.place)
  }

  /// Warns about a timer of the app whose action starts it again in any case.
  private mutating func reviewEnd(of step: PlacedStep, _ cancelled: Set<String>) {
    guard step.owner.route == nil, step.owner.kind == .action, !step.isConditional, step.node["after"] != nil,
      let name = step.node["id"]?.value.stringValue, !cancelled.contains(name),
      step.node["action"]?["type"]?.value.stringValue == step.owner.name
    else { return }
    warn(
      "The timer \(Suggestions.quoted(name)) never ends: its action always starts it again, and each firing is a "
        + "revision. Use a condition, or `cancel`.", at: step.node.place)
  }
}
