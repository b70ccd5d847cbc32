import CEL
import JSON
import Reduction

// The actions and steps of an app definition.

extension ActionReducer {
  /// Performs an action of the definition.
  ///
  /// - Parameter screen: The screen that acts; nil for an action of the app.
  mutating func perform(
    _ own: LogicAction, _ action: Action, from origin: App.Origin, on screen: Screen.ID?, _ draft: inout Draft
  ) throws(ActionError) {
    if own.isForBackend, origin.isOfUser { throw .backendOnly(own.type) }
    let scope = LogicScope(screen: screen, args: try own.arguments(of: action))
    if let condition = own.condition, try !holds(condition.expression, scope, draft) {
      throw try refusal(by: condition, "condition-not-met", "\"\(own.type)\"", scope, draft)
    }
    try run.enterAction()
    try perform(own.steps, scope, &draft)
    run.leaveAction()
  }

  /// Performs steps in order, each on the result of the previous ones.
  mutating func perform(_ steps: [Step], _ scope: LogicScope, _ draft: inout Draft) throws(ActionError) {
    for step in steps {
      try run.countStep()
      try perform(step, scope, &draft)
    }
  }

  private mutating func perform(_ step: Step, _ scope: LogicScope, _ draft: inout Draft) throws(ActionError) {
    switch step {
    case .set(let assignments): try set(assignments, scope, &draft)
    case .append(let assignments): try append(assignments, scope, &draft)
    case .remove(let removals): try remove(removals, scope, &draft)
    case .perform(let template): try performAction(try action(template, scope, draft), by: scope.screen, &draft)
    case .emit(let name, let template):
      draft.send(SentOutput(name: name, value: try json(template, scope, draft)))
    case .timer(let time, let name, let template): try start(template, time, as: name, scope, &draft)
    case .cancel(let name):
      draft.cancel(name, of: scope.screen)
      draft.endCall(name.rawValue, of: scope.screen)
    case .send(let recipient, let template):
      let recipient = try text(recipient, scope, draft)
      draft.send(SentMessage(to: recipient, namesKey: true, try action(template, scope, draft)))
    case .call(let call): try ask(call, scope, &draft)
    case .branch(let condition, let then, let otherwise):
      try perform(try holds(condition, scope, draft) ? then : otherwise, scope, &draft)
    case .refuse(let message, let code): throw .forbidden(code, try text(message, scope, draft))
    case .restart: try restart(&draft)
    case .forget: draft.perform(.forget)
    }
  }

  /// Performs an action of a step, a hook or a timer, from the screen that acts.
  mutating func performAction(_ action: Action, by screen: Screen.ID?, _ draft: inout Draft) throws(ActionError) {
    try run.enterAction()
    if let navigation = try NavigationAction(action) {
      var target = try ActionTarget(of: action)
      if !target.isNamed, navigation.actsFromScreen, let screen, draft.tree.screen(screen) != nil {
        target = ActionTarget(source: screen, isPassedOn: true)
      }
      try navigate(navigation, action, target, .unguarded, &draft)
    } else {
      try carryOutOwn(action, from: .server, by: screen, &draft)
    }
    // Before the next step, which has to find the effects of this one.
    try drain(&draft)
    run.leaveAction()
  }

  private mutating func action(
    _ template: ValueTemplate, _ scope: LogicScope, _ draft: Draft
  ) throws(ActionError) -> Action {
    try Action(json: try json(template, scope, draft))
  }

  // MARK: Data

  private mutating func set(
    _ assignments: [Step.Assignment], _ scope: LogicScope, _ draft: inout Draft
  ) throws(ActionError) {
    var writes: [DataWrite] = []
    for assignment in assignments {
      writes.append(DataWrite(place: assignment.place, value: try json(assignment.value, scope, draft)))
    }
    try write(writes, scope, &draft)
  }

  private mutating func append(
    _ assignments: [Step.Assignment], _ scope: LogicScope, _ draft: inout Draft
  ) throws(ActionError) {
    var values: [JSONValue] = []
    for assignment in assignments { values.append(try json(assignment.value, scope, draft)) }
    for (assignment, value) in zip(assignments, values) {
      let place = assignment.place
      let list = root(place.root, scope, draft).value(at: place.components[...]) ?? .null
      guard case .array(var elements) = list.isNull ? .array([]) : list else {
        throw .forbidden("wrong-type", "`\(place.text)` is \(list.kind); `append` needs a list.")
      }
      elements.append(value)
      try write([DataWrite(place: place, value: .array(elements))], scope, &draft)
    }
  }

  private mutating func remove(
    _ removals: [Step.Removal], _ scope: LogicScope, _ draft: inout Draft
  ) throws(ActionError) {
    var writes: [DataWrite] = []
    for removal in removals {
      let place = removal.place
      let list = root(place.root, scope, draft).value(at: place.components[...]) ?? .null
      guard case .array(let items) = list else {
        throw .forbidden("wrong-type", "`\(place.text)` is \(list.kind); `remove` needs a list.")
      }
      let rest = try removal.condition.rest(of: items, scope, app, draft, &run.budget)
      writes.append(DataWrite(place: place, value: .array(rest)))
    }
    try write(writes, scope, &draft)
  }

  private func root(_ root: DataPath.Root, _ scope: LogicScope, _ draft: Draft) -> JSONValue {
    switch root {
    case .data: draft.tree.data
    case .state: scope.screen.flatMap { draft.tree.screen($0)?.state } ?? .null
    }
  }

  /// A value that a step gives to a place.
  private struct DataWrite {
    let place: DataPath
    let value: JSONValue
  }

  /// Sets values in the data and in the state of the screen that acts. A screen that has left has no state to set.
  private mutating func write(
    _ writes: [DataWrite], _ scope: LogicScope, _ draft: inout Draft
  ) throws(ActionError) {
    let screen = scope.screen.flatMap { draft.tree.screen($0) }
    var (data, state) = (draft.tree.data, screen?.state)
    for write in writes {
      switch write.place.root {
      case .data: try set(write, in: &data, app.data)
      case .state:
        guard let screen, var changed = state else { continue }
        state = nil
        try set(write, in: &changed, app.routes[screen.route]?.state ?? .null)
        state = changed
      }
    }
    if writes.contains(where: { $0.place.root == .data }) { draft.setData(to: data) }
    if let screen, let state { draft.setState(of: screen, to: state) }
  }

  private mutating func set(
    _ write: DataWrite, in root: inout JSONValue, _ initial: JSONValue
  ) throws(ActionError) {
    let value = try write.value.keepingKind(of: initial, at: write.place)
    // The first write to a list or an object copies it, and each finds its place in it.
    do throws(EvaluationError) {
      try run.budget.spend(root.items(around: write.place) / Self.itemsOfStep)
    } catch {
      throw .tooCostly
    }
    try root.set(value, at: write.place)
  }

  /// The items of a list or an object that a step changes for one evaluation step.
  private static let itemsOfStep = 128

  // MARK: The whole session

  /// Begins the session anew: its tree, its data, its timers and its calls.
  private mutating func restart(_ draft: inout Draft) throws(ActionError) {
    for timer in draft.tree.timers where !timer.isIdle { draft.perform(.unschedule(timer)) }
    draft.endCalls()
    let former = draft.tree.root
    let lastID = draft.tree.lastID
    let new = try app.makeContainer(app.root, id: former.id, depth: 1) { draft.makeID() }
    // A screen takes longer than a step, but an action may restart the largest app a few times.
    do throws(EvaluationError) { try run.budget.spend(draft.tree.lastID - lastID) } catch { throw .tooCostly }
    draft.perform(.replace(former.id, former: former, new: new))
    draft.setData(to: try initialData(of: draft.session))
    try enter(ScreenChanges(start: new, given: nil).entering, &draft)
  }
}

extension ActionReducer {
  /// The data with which a session began.
  private func initialData(of session: SessionContext) throws(ActionError) -> JSONValue {
    guard let data = session.initialData else { return app.data }
    do throws(JSONError) {
      return try JSONValue(parsing: data)
    } catch {
      throw .forbidden("bad-state", "The data with which the session began is not valid JSON: \(error).")
    }
  }
}

extension LogicAction {
  /// Checks the arguments of an action, and returns them with their defaults.
  func arguments(of action: Action) throws(ActionError) -> JSONObject {
    var arguments = action.fields
    for name in Self.reservedNames { arguments[name] = nil }
    return try args.arguments(arguments, of: type)
  }
}

extension NavigationAction {
  /// Whether the action has another effect from another screen.
  fileprivate var actsFromScreen: Bool {
    switch self {
    case .remove, .dismissAll, .dismiss(.some, _), .route: false
    default: true
    }
  }
}

extension JSONValue {
  /// The number of items in the lists and objects around a place.
  fileprivate func items(around place: DataPath) -> Int {
    var (items, part) = (0, self)
    for component in place.components {
      switch (component, part) {
      case (.member(let name), .object(let object)):
        items += object.count
        part = object[name] ?? .null
      case (.index(let index), .array(let elements)) where elements.indices.contains(index):
        items += elements.count
        part = elements[index]
      default: return items
      }
    }
    if case .array(let elements) = part { items += elements.count }
    return items
  }

  /// Sets the value at a place.
  fileprivate mutating func set(_ value: JSONValue, at place: DataPath) throws(ActionError) {
    guard let length = set(value, at: place.components[...]) else { return }
    let obstacle = place.prefix(length - 1)
    throw .forbidden(
      "wrong-type",
      "`\(place.text)` cannot be set: `\(obstacle.text)` is \(self.value(at: obstacle.components[...])?.kind ?? "absent"), "
        + "which has no \(place.components[length - 1].description).")
  }

  /// The value as one of the kind that the definition gives the place.
  fileprivate func keepingKind(of initial: JSONValue, at place: DataPath) throws(ActionError) -> JSONValue {
    switch (initial.value(at: place.components[...]) ?? .null, self) {
    case (.null, _), (.bool, .bool), (.string, .string), (.array, .array), (.object, .object): return self
    case (.integer, .integer), (.integer, .number), (.number, .number): return self
    case (.number, .integer(let integer)): return .number(Double(integer))
    case (let initial, _):
      throw .forbidden(
        "wrong-type", "`\(place.text)` began as \(initial.kind) and cannot become \(kind).")
    }
  }
}

extension App {
  /// The refusal to let a client fire a timer with an action that the definition allows to backends only. An action of
  /// the name that any route allows to backends only is enough.
  package func refusal(ofFiring action: Action) -> ActionError? {
    var action = action
    // The wrapper is opened at any depth, or else it would hide an action for backends.
    while action.type == "screen", case .object(let inner)? = action.fields["action"] { action = Action(fields: inner) }
    let type = action.type
    let own = [logic?.actions[type]] + routes.values.map { $0.logic?.actions[type] }
    return own.contains { $0?.isForBackend == true } ? .backendOnly(type) : nil
  }
}

extension ActionError {
  fileprivate static func backendOnly(_ type: String) -> ActionError {
    ActionError(
      Refusal(
        code: "backend-only",
        detail: "`\(type)` is for the backend of the app: send it with the admin token or a session token of the role "
          + "`backend`.",
        kind: .role, isFinal: true))
  }
}
