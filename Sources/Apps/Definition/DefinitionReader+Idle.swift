import JSON
import Navigation

extension DefinitionReader {
  /// Reads what a session does that has had no action for a while.
  mutating func idle(_ part: Part) -> Idle? {
    guard isObject(part, "An idle rule", members: ["after", "action"]) else { return nil }
    let seconds = required("after", of: part, "so many seconds without an action.").flatMap { self.seconds($0) }
    let action = required("action", of: part, "what is done then, such as {\"type\": \"popToRoot\"}.")
      .flatMap { self.action($0) }
    guard let seconds, let action else { return nil }
    return Idle(after: .seconds(seconds), action)
  }

  private mutating func seconds(_ part: Part) -> Int64? {
    guard let seconds = part.value.integerValue, (1...Self.longestIdle).contains(seconds) else {
      note(
        "`after` is an integer of seconds from 1 to \(Self.longestIdle), a year; this is \(part.value.excerpt).",
        at: part.place)
      return nil
    }
    return seconds
  }

  /// 365 days.
  private static let longestIdle: Int64 = 31_536_000

  private mutating func action(_ part: Part) -> Action? {
    do throws(Refused) {
      let action = try Action(json: part.value)
      let known = NavigationAction.types + ["screen", "setState"] + features.keys.sorted().flatMap { names(of: $0) }
      guard known.contains(action.type) else {
        note(
          unknown(action.type, "The type of an action", known), at: part.place.appending(name: "type"))
        return nil
      }
      let own = features.values.contains { $0.actions.contains(action.type) }
      if !own, let fault = NavigationAction.fault(of: action) { throw fault }
      if NavigationAction.types.contains(action.type), let name = part["route"] { _ = route(name, "`route`") }
      return action
    } catch {
      for fault in error.faults { note(fault.detail, at: part.place.appending(fault.pointer)) }
      if error.faults.isEmpty { note(error.refusal.detail, at: part.place) }
      return nil
    }
  }

  private func names(of feature: String) -> [String] { features[feature]?.actions ?? [] }
}
