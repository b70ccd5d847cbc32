import CEL
import JSON
import Navigation
import Reduction

extension LogicReader {
  /// Reads the actions of the app or of a route.
  mutating func logicActions(_ node: JSONNode, in place: LogicPlace) -> [String: LogicAction] {
    guard reader.object(node, "`actions`") != nil else { return [:] }
    var actions: [String: LogicAction] = [:]
    for (name, node) in reader.named("action", in: node) { actions[name] = logicAction(name, node, in: place) }
    return actions
  }

  private mutating func logicAction(_ name: String, _ node: JSONNode, in place: LogicPlace) -> LogicAction? {
    let reserved = NavigationAction.types + ["screen", "setState", ScreenClosed.type]
    if reserved.contains(name) || name.isEmpty {
      reader.report(
        "\(Suggestions.quoted(name)) is an action of every app and cannot be redefined; use another name.",
        at: node.place)
    }
    let members = ["args", "when", "message", "by", "do", "title", "description"]
    guard reader.isObject(node, "An action", members: members) else { return nil }
    let args = node["args"].map { arguments($0) } ?? []
    let place = place.with(args: args ?? [])
    let condition = condition(node, "`when`", in: place)
    checkMessage(of: node)
    let isForBackend = node["by"].map { self.isForBackend($0) } ?? false
    let steps = reader.required("do", of: node, "a step or a list of steps.").flatMap { self.steps($0, in: place) }
    checkTexts(of: node)
    guard let steps, let args else { return nil }
    return LogicAction(
      name, args: args.compactMap(\.param), condition: condition, isForBackend: isForBackend, steps: steps,
      description: node["description"]?.value.stringValue)
  }

  private mutating func arguments(_ node: JSONNode) -> [DeclaredParam]? {
    let args = reader.params(node, "`args`")
    for (name, node) in node.members where (LogicAction.reservedNames + ["create"]).contains(name) {
      reader.report(
        "An argument cannot have the name \(Suggestions.quoted(name)), which has a meaning in every request; use another name.",
        at: node.place)
    }
    return args
  }

  private mutating func isForBackend(_ node: JSONNode) -> Bool {
    if node.value == "backend" { return true }
    reader.report(
      "`by` must be \"backend\", or absent to allow all clients; it is \(node.value.excerpt).", at: node.place)
    return false
  }

  /// Reports a message without a condition.
  private mutating func checkMessage(of node: JSONNode) {
    if node["when"] == nil, let message = node["message"] {
      reader.report(
        "`message` requires `when`: it is the refusal when that condition does not hold.", at: message.place)
    }
  }

  /// Checks the texts for people.
  mutating func checkTexts(of node: JSONNode) {
    for name in ["title", "description"] {
      if let text = node[name] { _ = reader.string(text, "`\(name)`") }
    }
  }

  // MARK: Routes

  static let members = ["actions", "onEnter", "onLeave", "onResult", "guard", "leave", "timers"]

  /// Reads the logic of a route; nil when it has none.
  mutating func routeLogic(
    _ name: String, _ node: JSONNode, params: [DeclaredParam]?, state: CELType
  ) -> RouteLogic? {
    guard Self.members.contains(where: { node[$0] != nil }) else { return nil }
    let app = reader.logicPlace
    let place = app.of(name, params: params, state: state)
    var logic = RouteLogic()
    logic.actions = node["actions"].map { logicActions($0, in: place) } ?? [:]
    logic.onEnter = node["onEnter"].flatMap { steps($0, in: place) } ?? []
    logic.onLeave = node["onLeave"].flatMap { steps($0, in: place) } ?? []
    for step in logic.onLeave where step.refuses {
      reader.report("`onLeave` cannot refuse; use `leave` for a condition.", at: node.place.appending(name: "onLeave"))
      break
    }
    if let results = node["onResult"] { read(results, into: &logic, in: place.withResult()) }
    let before = app.of(name, params: params, state: state, hasScreen: false)
    logic.guards = node["guard"].map { guards($0, in: before, then: place) } ?? []
    logic.leave = node["leave"].flatMap { leave($0, in: place) }
    logic.timers = node["timers"].map { startTimers($0, in: place) } ?? []
    return logic
  }

  private mutating func read(_ node: JSONNode, into logic: inout RouteLogic, in place: LogicPlace) {
    guard reader.object(node, "`onResult`") != nil else { return }
    for (route, node) in node.members {
      if route != "*", let knownRoutes = reader.knownRoutes, !knownRoutes.contains(ExactString(route)) {
        reader.report(
          "The app has no route \(Suggestions.quoted(route)); \(reader.alternatives(to: route, among: reader.routeNames))",
          at: node.place)
      }
      let steps = steps(node, in: place)
      if route == "*" { logic.onOtherResult = steps } else { logic.onResult[route] = steps }
    }
  }

  private mutating func guards(_ node: JSONNode, in place: LogicPlace, then steps: LogicPlace) -> [Guard] {
    guard case .array = node.value else { return [self.guard(node, in: place)].compactMap { $0 } }
    return node.elements.compactMap { self.guard($0, in: place) }
  }

  private mutating func `guard`(_ node: JSONNode, in place: LogicPlace) -> Guard? {
    guard reader.isObject(node, "A guard", members: ["when", "message", "else", "resume"]) else { return nil }
    guard reader.required("when", of: node, "the condition for opening a screen.") != nil else { return nil }
    let condition = condition(node, "`when`", in: place)
    // Faulty steps are not absent ones, for which `resume` would be a second fault.
    let otherwise = node["else"].map { steps($0, in: place) ?? [] }
    let resumes = node["resume"].flatMap { reader.boolean($0, "`resume`") } ?? false
    if let resume = node["resume"], otherwise == nil {
      reader.report("`resume` requires `else`, the steps that open another screen.", at: resume.place)
    }
    return condition.map { Guard($0, otherwise: otherwise, resumes: resumes) }
  }

  private mutating func leave(_ node: JSONNode, in place: LogicPlace) -> Condition? {
    guard reader.isObject(node, "`leave`", members: ["when", "message"]),
      reader.required("when", of: node, "the condition for leaving without a confirmation.") != nil
    else { return nil }
    return condition(node, "`when`", in: place.withCancellation())
  }

  private mutating func startTimers(_ node: JSONNode, in place: LogicPlace) -> [RouteLogic.StartTimer] {
    guard reader.object(node, "`timers`") != nil else { return [] }
    var timers: [RouteLogic.StartTimer] = []
    for (name, node) in node.members {
      reader.checkEffect(name, at: node.place)
      guard reader.isObject(node, "A timer", members: Self.timeMembers + ["action"]) else { continue }
      let time = timerTime(node, in: place)
      let action = reader.required("action", of: node, "the action to perform then.").flatMap {
        self.action($0, in: place)
      }
      if let time, let action { timers.append(RouteLogic.StartTimer(EffectID(name), time, action)) }
    }
    return timers
  }

  /// Reads the routes of `to`, some with a condition.
  mutating func destinations(
    _ node: JSONNode, in place: LogicPlace
  ) -> (routes: [String], conditions: [String: Condition])? {
    guard case .array = node.value else { return reader.routes(node, "`to`").map { ($0, [:]) } }
    var (names, conditions) = ([String](), [String: Condition]())
    for element in node.elements {
      var name = element
      if case .object = element.value {
        guard reader.isObject(element, "A route in `to`", members: ["route", "when", "message"]),
          let route = reader.required("route", of: element, "the name of the route.")
        else { continue }
        name = route
        if let text = route.value.stringValue, let condition = condition(element, "`when`", in: place) {
          conditions[text] = condition
        }
      }
      guard let route = reader.route(name, "A route in `to`") else { continue }
      if names.contains(route) {
        reader.report("`to` names \(Suggestions.quoted(route)) twice; once is enough.", at: name.place)
      } else {
        names.append(route)
      }
    }
    return (names, conditions)
  }

  /// Reads the screen that a link puts beneath a new one.
  mutating func parent(_ node: JSONNode, in place: LogicPlace) -> Route.Parent? {
    guard case .object = node.value else { return reader.route(node, "`parent`").map { Route.Parent($0) } }
    guard reader.isObject(node, "`parent`", members: ["route", "params"]),
      let name = reader.required("route", of: node, "the name of the route.").flatMap({ reader.route($0, "`route`") })
    else { return nil }
    guard let params = node["params"], reader.object(params, "`params`") != nil else { return Route.Parent(name) }
    return value(params, in: place).map { Route.Parent(name, filling: $0) }
  }
}

extension Step {
  /// Whether the step itself or a branch of it refuses.
  fileprivate var refuses: Bool {
    switch self {
    case .refuse: true
    case .branch(_, let then, let otherwise): (then + otherwise).contains { $0.refuses }
    default: false
    }
  }
}
