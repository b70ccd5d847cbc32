import CEL
import Navigation

/// The steps, conditions and actions of a definition, with their places.
struct DefinitionParts {
  private(set) var steps: [PlacedStep] = []
  private(set) var conditions: [PlacedCondition] = []
  private(set) var actions: [PlacedAction] = []
  private let app: App

  init(of definition: JSONNode, _ app: App) {
    self.app = app
    // Without a limit, since only accepted definitions are reviewed.
    let place = LogicPlace(data: CELType(ofInitial: app.data, by: app.schema), CompilationMeter(isLimited: false))
    add(actions: definition["actions"], Owner(route: nil, kind: .action), place)
    let idle = Owner(route: nil, kind: .idle)
    if let steps = definition["idle"]?["do"] { add(steps: steps, idle, place) }
    if let action = definition["idle"]?["action"] { add(action, idle) }
    for (name, node) in definition["routes"]?.members ?? [] { add(route: name, node, place) }
  }

  private mutating func add(route name: String, _ node: JSONNode, _ app: LogicPlace) {
    let params = self.app.routes[name]?.params?.map { DeclaredParam($0.name, $0) }
    let state = CELType(ofInitial: node["state"]?.value ?? [:], by: self.app.routes[name]?.schema)
    let place = app.of(name, params: params, state: state)
    add(actions: node["actions"], Owner(route: name, kind: .action), place)
    for (member, kind) in [("onEnter", Owner.Kind.enter), ("onLeave", .leave)] {
      if let steps = node[member] { add(steps: steps, Owner(route: name, kind: kind), place) }
    }
    for (_, steps) in node["onResult"]?.members ?? [] {
      add(steps: steps, Owner(route: name, kind: .result), place.withResult())
    }
    add(
      guards: node["guard"], Owner(route: name, kind: .guard),
      app.of(name, params: params, state: state, hasScreen: false))
    add(condition: node["leave"]?["when"], .leave, Owner(route: name, kind: .leave), place.withCancellation())
    for item in node["to"]?.elements ?? [] {
      add(condition: item["when"], .destination, Owner(route: name, kind: .destination), place)
    }
    for (timer, node) in node["timers"]?.members ?? [] {
      if let action = node["action"] { add(action, Owner(route: name, kind: .timer, name: timer)) }
    }
  }

  private mutating func add(guards node: JSONNode?, _ owner: Owner, _ place: LogicPlace) {
    for item in node.map({ $0.value.arrayValue == nil ? [$0] : $0.elements }) ?? [] {
      add(condition: item["when"], .guard(hasElse: item["else"] != nil), owner, place)
      if let steps = item["else"] { add(steps: steps, owner, place) }
    }
  }

  private mutating func add(actions node: JSONNode?, _ owner: Owner, _ place: LogicPlace) {
    for (name, node) in node?.members ?? [] {
      let owner = Owner(route: owner.route, kind: .action, name: name)
      let logic = owner.route.map { app.routes[$0]?.logic?.actions[name] } ?? app.logic?.actions[name]
      let place = place.with(args: (logic?.args ?? []).map { DeclaredParam($0.name, $0) })
      add(condition: node["when"], .action, owner, place)
      if let steps = node["do"] { add(steps: steps, owner, place, isConditional: node["when"] != nil) }
    }
  }

  private mutating func add(
    condition node: JSONNode?, _ kind: PlacedCondition.Kind, _ owner: Owner, _ place: LogicPlace
  ) {
    guard let node, let text = node.value.stringValue, let expression = place.compiled(text) else { return }
    conditions.append(
      PlacedCondition(
        node: node, text: text, kind: kind, owner: owner, expression: expression,
        constant: expression.constant(in: place)))
  }

  private mutating func add(_ action: JSONNode, _ owner: Owner) {
    actions.append(PlacedAction(node: action, owner: owner))
  }

  private mutating func add(
    steps node: JSONNode, _ owner: Owner, _ place: LogicPlace, isConditional: Bool = false
  ) {
    for step in node.value.arrayValue == nil ? [node] : node.elements {
      steps.append(PlacedStep(node: step, owner: owner, place: place, isConditional: isConditional))
      if step["type"] != nil {
        add(step, owner)
      } else if step["if"] != nil {
        add(condition: step["if"], .branch, owner, place)
        for branch in [step["then"], step["else"]] {
          if let branch { add(steps: branch, owner, place, isConditional: true) }
        }
      } else if step["send"] == nil {
        // The action of a message belongs to another app. The others are those of timers and of answers.
        for action in [step["action"], step["then"], step["otherwise"]] { if let action { add(action, owner) } }
      }
    }
  }
}

/// The part of a definition that contains steps, a condition or an action.
struct Owner: Equatable {
  /// The route; nil: the app.
  let route: String?
  let kind: Kind
  /// The name of the action or the timer.
  var name: String?

  enum Kind {
    case action, enter, leave, result, `guard`, destination, timer, idle
  }
}

/// A step with its place.
struct PlacedStep {
  let node: JSONNode
  let owner: Owner
  let place: LogicPlace
  /// Whether a condition decides about the step.
  let isConditional: Bool
}

/// A condition with its place.
struct PlacedCondition {
  let node: JSONNode
  let text: String
  let kind: Kind
  let owner: Owner
  let expression: CELExpression
  /// The value, if it does not depend on the state.
  let constant: Bool?

  enum Kind: Equatable {
    case action, `guard`(hasElse: Bool), leave, destination, branch
  }
}

/// An action that the definition performs, with its place.
struct PlacedAction {
  let node: JSONNode
  let owner: Owner
}

extension LogicPlace {
  /// The expression; nil when it has a fault, which a valid definition does not have.
  func compiled(_ text: String) -> CELExpression? {
    do { return try CELExpression(text, in: environment) } catch { return nil }
  }

  /// The variables in the expressions of a text; empty when one has a fault, such as one of another place.
  func references(inTemplate text: String) -> [String] {
    CELValueTemplate(.string(text), in: environment) { _, _ in }.references
  }
}

extension CELExpression {
  /// The value of a condition that does not depend on variables, or only on those that cannot change it.
  fileprivate func constant(in place: LogicPlace) -> Bool? {
    var budget = EvaluationBudget()
    // No variable has a value, so that each is an error. `&&` and `||` ignore the errors that do not decide.
    do {
      guard case .bool(let value) = try evaluate(place.environment.bindings, &budget) else { return nil }
      return value
    } catch {
      return nil
    }
  }
}
