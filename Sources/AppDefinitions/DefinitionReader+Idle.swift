import JSON
import Navigation

extension DefinitionReader {
  /// Reads the action to perform after a period without actions.
  mutating func idle(_ node: JSONNode) -> Idle? {
    guard isObject(node, "An idle rule", members: ["after", "action"]) else { return nil }
    let seconds = required("after", of: node, "the number of seconds without an action.").flatMap { self.seconds($0) }
    let action = required("action", of: node, "the action to perform, such as {\"type\": \"popToRoot\"}.")
      .flatMap { self.action($0) }
    guard let seconds, let action else { return nil }
    return Idle(after: .seconds(seconds), action)
  }

  private mutating func seconds(_ node: JSONNode) -> Int64? {
    if let seconds = node.value.integerValue, (1...Self.longestIdle).contains(seconds) { return seconds }
    return fault(
      "`after` is an integer of seconds from 1 to \(Self.longestIdle), a year; this is \(node.value.excerpt).",
      at: node.place)
  }

  /// 365 days in seconds.
  private static let longestIdle: Int64 = 31_536_000

  private mutating func action(_ node: JSONNode) -> Action? {
    do throws(Refused) {
      let action = try Action(json: node.value)
      let known = NavigationAction.types + ["screen", "setState"] + features.keys.sorted().flatMap { names(of: $0) }
      guard known.contains(action.type) else {
        return fault(
          unknown(action.type, "The type of an action", known), at: node.place.appending(name: "type"))
      }
      let own = features.values.contains { $0.actions.contains(action.type) }
      if !own, let fault = NavigationAction.fault(of: action) { throw fault }
      if NavigationAction.types.contains(action.type), let name = node["route"] { _ = route(name, "`route`") }
      return action
    } catch {
      for fault in error.faults { note(fault.detail, at: node.place.appending(fault.pointer)) }
      if error.faults.isEmpty { note(error.refusal.detail, at: node.place) }
      return nil
    }
  }

  private func names(of feature: String) -> [String] { features[feature]?.actions ?? [] }
}
