import CEL
import JSON

/// The screens that the logic of an app definition opens: its actions, hooks, guards, timers and the idle rule.
struct LogicOpenings {
  /// The openings of named routes, each once.
  private(set) var named: [ScreenPaths.Opening] = []
  /// Openings of routes that an expression or a link decides about, one for each route whose screens act. Their `to` is
  /// empty.
  private(set) var computed: [ScreenPaths.Opening] = []
  private var known: Set<ScreenPaths.Opening> = []

  init(of app: App) {
    for action in app.logic?.sortedActions ?? [] { add(action.steps, nil, .action, action.type) }
    add(app.logic?.idleSteps ?? [], nil, .idle)
    if let action = app.idle?.action { add(.object(action.fields), nil, .idle) }
    for (name, route) in app.routes.sorted(by: { $0.key < $1.key }) {
      if let logic = route.logic { add(logic, of: name) }
    }
  }

  private mutating func add(_ logic: RouteLogic, of route: String) {
    for action in logic.sortedActions { add(action.steps, route, .action, action.type) }
    add(logic.onEnter, route, .onEnter)
    add(logic.onLeave, route, .onLeave)
    for (_, steps) in logic.onResult.sorted(by: { $0.key < $1.key }) { add(steps, route, .onResult) }
    add(logic.onOtherResult ?? [], route, .onResult)
    for item in logic.guards { add(item.otherwise ?? [], route, .guard) }
    for timer in logic.timers { add(timer.action.compiled.outline, route, .timer, timer.name.rawValue) }
  }

  private mutating func add(_ steps: [Step], _ route: String?, _ means: AppGraph.Means, _ name: String? = nil) {
    for step in steps {
      switch step {
      case .perform(let action), .timer(_, _, let action): add(action.compiled.outline, route, means, name)
      case .call(let call):
        add(call.then, route, means, name)
        if let action = call.otherwise { add(action, route, means, name) }
      case .branch(_, let then, let otherwise):
        add(then, route, means, name)
        add(otherwise, route, means, name)
      // The action of a message belongs to another session.
      case .set, .append, .remove, .emit, .cancel, .send, .refuse, .restart, .forget: break
      }
    }
  }

  private mutating func add(
    _ action: JSONValue, _ route: String?, _ means: AppGraph.Means, _ name: String? = nil
  ) {
    for to in action.openedRoutes {
      let isNamed = !to.contains("${")
      let opening = ScreenPaths.Opening(from: route, to: isNamed ? to : "", means: means, name: name)
      guard known.insert(opening).inserted else { continue }
      if isNamed {
        named.append(opening)
      } else if !computed.contains(where: { $0.from == route }) {
        computed.append(opening)
      }
    }
  }
}

extension JSONValue {
  /// The routes that an action opens, sorted. One that an expression or a link decides about contains `${`.
  fileprivate var openedRoutes: [String] {
    if self["type"] == "reset" { return Set(self["navigation"]?.routes ?? []).sorted() }
    if self["type"] == "route", self["url"] != nil { return ["${"] }
    return [self["route"]?.stringValue].compactMap { $0 }
  }

  /// The routes of the screens in the navigation of a `reset`.
  fileprivate var routes: [String] {
    switch self {
    case .string(let text): text.contains("${") ? [text] : []
    case .array(let elements): elements.flatMap(\.routes)
    case .object(let members):
      (members["route"]?.stringValue.map { [$0] } ?? [])
        + ["screens", "content", "presented", "screen"].flatMap { members[$0]?.routes ?? [] }
    default: []
    }
  }
}

extension CELValueTemplate {
  /// The value with `${` in place of each text with expressions.
  fileprivate var outline: JSONValue {
    switch self {
    case .constant(let value): value
    case .string: "${"
    case .array(let elements): .array(elements.map(\.outline))
    case .object(let members): .object(JSONObject(members.map { ($0.name, $0.value.outline) }))
    }
  }
}
