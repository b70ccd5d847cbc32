import Navigation

extension DefinitionReader {
  /// Reads the action or the steps to perform after a period without actions.
  ///
  /// - Parameter logic: Receives the steps.
  mutating func idle(_ node: JSONNode, _ logic: inout AppLogic?) -> Idle? {
    guard isObject(node, "An idle rule", members: ["after", "action", "do"]) else { return nil }
    let delay = required("after", of: node, "the time without an action, in seconds or such as \"PT5M\".")
      .flatMap { $0.duration("`after`", &self) }
    guard let steps = node["do"] else {
      let action = required("action", of: node, "the action to perform, such as {\"type\": \"popToRoot\"}.")
        .flatMap { self.action($0) }
      guard let delay, let action else { return nil }
      return Idle(after: delay, action)
    }
    if let action = node["action"] {
      report("`action` and `do` exclude each other; omit one of them.", at: action.place)
    }
    guard let delay, let steps = readLogic({ $0.steps(steps, in: $0.reader.logicPlace) }) else { return nil }
    if logic == nil { logic = AppLogic() }
    logic?.idleSteps = steps
    return Idle(after: delay, AppLogic.idleAction)
  }

  private mutating func action(_ node: JSONNode) -> Action? {
    reportExpressions(in: node, "the `action` of an idle rule; use `do`")
    do throws(ActionError) {
      let action = try Action(json: node.value)
      guard isActionType(action.type) else {
        return fault(
          unknown(action.type, "The type of an action", actionTypes), at: node.place.appending(name: "type"))
      }
      let own = featureActions.contains(action.type) || ownActions.contains(action.type)
      if !own, let fault = NavigationAction.fault(of: action) { throw fault }
      if NavigationAction.types.contains(action.type), let name = node["route"] { _ = route(name, "`route`") }
      return action
    } catch {
      for fault in error.faults { report(fault.detail, at: node.place.appending(fault.pointer)) }
      if error.faults.isEmpty { report(error.refusal.detail, at: node.place) }
      return nil
    }
  }
}
