import JSON
import Navigation
import Reduction

extension LogicReader {
  /// Reads a step or a list of steps.
  mutating func steps(_ node: JSONNode, in place: LogicPlace) -> [Step]? {
    guard case .array = node.value else { return step(node, in: place).map { [$0] } }
    // All are read before one is missed, so that the faults of later ones are found as well.
    let steps = node.elements.map { step($0, in: place) }
    return steps.contains { $0 == nil } ? nil : steps.compactMap { $0 }
  }

  /// The members of each kind of step, of which the first tells the kind.
  private static let kindsOfSteps: [[String]] =
    [
      ["set"], ["append"], ["remove"], ["emit", "value"], ["cancel"], ["send", "action"],
      ["if", "then", "else"], ["refuse", "code"], ["restart"], ["forget"], membersOfCall,
    ] + ["after", "at", "every"].map { form in [form, "id", "action"] + timeMembers.filter { $0 != form } }

  private mutating func step(_ node: JSONNode, in place: LogicPlace) -> Step? {
    guard let object = reader.object(node, "A step") else { return nil }
    // Actions have a member of that name, too.
    if object["type"] != nil { return action(node, in: place).map(Step.perform) }
    let names = Self.kindsOfSteps.map { $0[0] }
    guard let members = Self.kindsOfSteps.first(where: { object[$0[0]] != nil }) else {
      return reader.fault(
        "A step must have one of the members \(Suggestions.list((["type"] + names).map(Suggestions.quoted), atMost: .max)).",
        at: node.place)
    }
    guard reader.isObject(node, "A step with `\(members[0])`", members: members), let first = node[members[0]] else {
      return nil
    }
    switch members[0] {
    case "set": return assignments(first, "`set`", in: place).map(Step.set)
    case "append": return assignments(first, "`append`", in: place).map(Step.append)
    case "remove": return removals(first, in: place).map(Step.remove)
    case "emit": return emit(first, node, in: place)
    case "after", "at", "every": return timer(node, in: place)
    case "cancel": return effect(first, "`cancel`").map { .cancel(EffectID($0)) }
    case "send": return message(first, node, in: place)
    case "if": return branch(first, node, in: place)
    case "refuse": return refusal(first, node, in: place)
    case "call": return call(first, node, in: place)
    case "restart":
      reader.canRestart = true
      return isTrue(first, "`restart`") ? .restart : nil
    default: return isTrue(first, "`forget`") ? .forget : nil
    }
  }

  // MARK: Data

  mutating func assignments(_ node: JSONNode, _ what: String, in place: LogicPlace) -> [Step.Assignment]? {
    guard reader.object(node, what) != nil else { return nil }
    var assignments: [Step.Assignment] = []
    for (path, value) in node.members {
      let target = dataPath(path, at: value.place, in: place)
      let expression = expression(value, "The value for `\(path)`", in: place)
      if let target, let expression { assignments.append(Step.Assignment(target, expression)) }
    }
    return assignments.count == node.members.count ? assignments : nil
  }

  /// Reads conditions such as `i, v: v.id == args.id`, by the lists from which items are removed.
  private mutating func removals(_ node: JSONNode, in place: LogicPlace) -> [Step.Removal]? {
    guard reader.object(node, "`remove`") != nil else { return nil }
    var removals: [Step.Removal] = []
    for (path, value) in node.members {
      let target = dataPath(path, at: value.place, in: place)
      let condition = itemCondition(value, "The condition for `\(path)`", in: place)
      if let target, let condition { removals.append(Step.Removal(target, condition)) }
    }
    return removals.count == node.members.count ? removals : nil
  }

  private mutating func dataPath(_ text: String, at pointer: JSONPointer, in place: LogicPlace) -> DataPath? {
    guard let path = DataPath(text) else {
      return reader.fault(
        "\(Suggestions.quoted(text)) is not a path: write `data.` or `state.` and the names of members, with `[0]` for "
          + "an item of a list.", at: pointer)
    }
    guard path.components.count <= DataPath.longest else {
      return reader.fault(
        "A path must have at most \(DataPath.longest) members and items; it has \(path.components.count).", at: pointer)
    }
    if place.roots.contains(path.root) { return path }
    return reader.fault(
      "`\(path.root.rawValue)` cannot be set here; what can be set is \(Suggestions.list(place.roots.map(\.rawValue))).",
      at: pointer)
  }

  // MARK: Other steps

  private mutating func emit(_ first: JSONNode, _ node: JSONNode, in place: LogicPlace) -> Step? {
    let value = value(node["value"] ?? JSONNode(.null, at: node.place), in: place)
    guard let name = name(first, "`emit`"), let value else { return nil }
    return .emit(name, value)
  }

  private mutating func timer(_ node: JSONNode, in place: LogicPlace) -> Step? {
    let time = timerTime(node, in: place)
    let id: String? = reader.required("id", of: node, "the name of the timer, by which it is replaced or cancelled.")
      .flatMap { effect($0, "`id`") }
    let action = reader.required("action", of: node, "the action to perform then.").flatMap {
      self.action($0, in: place)
    }
    guard let time, let id, let action else { return nil }
    return .timer(time, name: EffectID(id), action)
  }

  private mutating func message(_ first: JSONNode, _ node: JSONNode, in place: LogicPlace) -> Step? {
    let recipient = expression(first, "`send`", in: place, expecting: .string)
    let action = reader.required("action", of: node, "the action to perform in that session.")
      .flatMap { self.value($0, in: place) }
    guard let recipient, let action else { return nil }
    return .send(to: recipient, action)
  }

  private mutating func branch(_ first: JSONNode, _ node: JSONNode, in place: LogicPlace) -> Step? {
    let condition = expression(first, "`if`", in: place, expecting: .bool)
    let then = reader.required("then", of: node, "the steps to perform if it holds.").flatMap {
      self.steps($0, in: place)
    }
    let otherwise = node["else"].map { steps($0, in: place) } ?? [Step]()
    guard let condition, let then, let otherwise else { return nil }
    return .branch(condition, then: then, otherwise: otherwise)
  }

  private mutating func refusal(_ first: JSONNode, _ node: JSONNode, in place: LogicPlace) -> Step? {
    let message = text(first, "`refuse`", in: place)
    let code: String? = node["code"].map { codeOfProblem($0) } ?? "refused"
    guard let message, let code else { return nil }
    return .refuse(message, code: code)
  }

  /// A code of a problem, which is also a part of its `type`, a path.
  private mutating func codeOfProblem(_ node: JSONNode) -> String? {
    guard let code = reader.string(node, "`code`") else { return nil }
    let isCode =
      code.utf8.first.map { (0x61...0x7A).contains($0) } == true
      && code.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    guard isCode else {
      return reader.fault(
        "`code` must have only lower-case letters, digits and hyphens and begin with a letter, such as \"sold-out\"; it is "
          + "\(node.value.excerpt).", at: node.place)
    }
    return code
  }

  mutating func name(_ node: JSONNode, _ what: String) -> String? {
    guard let name = reader.string(node, what) else { return nil }
    return name.isEmpty ? reader.fault("\(what) must be a name; it is empty.", at: node.place) : name
  }

  /// The name of a timer or call.
  mutating func effect(_ node: JSONNode, _ what: String) -> String? {
    let name = name(node, what)
    if let name { reader.checkEffect(name, at: node.place) }
    return name
  }

  private mutating func isTrue(_ node: JSONNode, _ what: String) -> Bool {
    if node.value == true { return true }
    reader.report("\(what) must be true, or the step omitted; it is \(node.value.excerpt).", at: node.place)
    return false
  }

  // MARK: Actions

  /// Reads an action that a step, a timer or a guard performs.
  mutating func action(_ node: JSONNode, in place: LogicPlace) -> ValueTemplate? {
    guard reader.object(node, "An action") != nil else { return nil }
    guard let type = reader.required("type", of: node, "the name of the action.") else { return nil }
    guard let name = reader.string(type, "The type of an action") else { return nil }
    guard reader.isActionType(name) else {
      return reader.fault(reader.unknown(name, "The type of an action", reader.actionTypes), at: type.place)
    }
    if NavigationAction.types.contains(name), !reader.ownActions.contains(name) {
      if let route = node["route"], case .string(let text) = route.value, !text.contains("${") {
        _ = reader.route(route, "`route`")
      }
      // With expressions the fields are known only when the action is performed.
      let isConstant = !node.value.text.contains("${")
      if isConstant, let refused = refusal(of: node) {
        for fault in refused.faults { reader.report(fault.detail, at: node.place.appending(fault.pointer)) }
        if refused.faults.isEmpty { reader.report(refused.refusal.detail, at: node.place) }
        return nil
      }
    }
    return value(node, in: place)
  }

  /// The fault of a navigation action that a definition contains.
  private func refusal(of node: JSONNode) -> ActionError? {
    do throws(ActionError) { return NavigationAction.fault(of: try Action(json: node.value)) } catch { return error }
  }
}
