// Conditions that read what clients can set.

extension DefinitionReview {
  mutating func reviewClients() {
    var seen: Set<String> = []
    // A confirmation that clients can avoid is not asked for to protect something.
    for condition in parts.conditions where condition.constant == nil && condition.kind != .leave {
      for reference in condition.expression.references {
        guard let remedy = remedy(against: reference, in: condition.owner.route),
          seen.insert("\(condition.owner.route ?? "") \(reference)").inserted
        else { continue }
        warn(
          "Clients can set `\(reference)`, on which this condition depends. \(remedy)", at: condition.node.place)
      }
    }
  }

  /// The way to keep clients from setting a value; nil if they cannot set it.
  private func remedy(against reference: String, in route: String?) -> String? {
    let names = reference.split(separator: ".").map(String.init)
    switch names.first {
    case "data":
      guard names.count > 1 ? app.clients.data.contains(names[1]) : app.clients.data != .named([]) else { return nil }
      return "Remove it from `clients.data` if they must not."
    case "state":
      guard let route, app.maySetState(of: route) else { return nil }
      return "Add `\"clients\": {\"setState\": false}` to the route if they must not."
    default: return nil
    }
  }
}
