import JSON

/// A candidate for the next action of a session, with the values that are still missing.
package struct Possibility: Sendable, Equatable {
  /// The action to send, without the values to be filled in.
  package let action: Action
  /// The action with sample values; empty when its result depends on them.
  package let trials: [Action]
  /// Whether the samples are all possible values.
  package var isExhaustive = true
  /// The places of the values to be filled in.
  package var needs: [JSONPointer] = []
  /// The screen whose reducer handles the action, when it is an action of the app's own.
  package var screen: Screen.ID?
}

/// The candidates for the next action of a user: going back, the actions of each focused container, the screens that
/// can be opened, and the app's own actions.
///
/// Does not check the state: whether a candidate is allowed is found by a dry run.
package struct PossibilityList {
  private let app: App
  private let limit: Int
  package private(set) var possibilities: [Possibility] = []
  /// Whether there are more than the limit.
  package private(set) var isTruncated = false
  private var seen: Set<String> = []

  /// Creates the list for a tree.
  ///
  /// - Parameter limit: The greatest number of candidates.
  package init(in tree: Tree, of app: App, atMost limit: Int) {
    self.app = app
    self.limit = limit
    for type in ["goBack", "pop", "popToRoot", "dismiss", "dismissAll"] { add(Action(type)) }
    let containers = tree.focusPath.compactMap { tree.container($0) }
    for container in containers { addEdges(in: container, app.definition(of: container.id, in: tree)) }
    let stacks = containers.filter { $0.kind == .stack }.reversed().map { app.definition(of: $0.id, in: tree) }
    let others = tree.containersOfOtherPanes.filter { $0.kind == .stack }.map { app.definition(of: $0.id, in: tree) }
    addOpenings("push", of: routes(takenBy: stacks + others))
    addOpenings("replace", of: routes(takenBy: Array(stacks.prefix(1)) + others))
    addOpenings("present", of: app.routes.values.filter(\.isPresented).sorted { $0.name < $1.name })
    for screen in tree.focusedScreens.reversed() { addActions(of: screen) }
    for screen in tree.screensOfOtherPanes { addActions(of: screen) }
    addOwn(app.feature)
  }

  /// The routes of the containers, each once, in the order of their first occurrence.
  private func routes(takenBy containers: [ContainerDefinition]) -> [Route] {
    var seen: Set<String> = []
    return containers.flatMap(routes(takenBy:)).filter { seen.insert($0.name).inserted }
  }

  private func routes(takenBy container: ContainerDefinition) -> [Route] {
    (container.routes ?? app.routes.keys.sorted()).compactMap { app.routes[$0] }
  }

  private mutating func add(_ possibility: Possibility) {
    guard possibilities.count < limit else { return isTruncated = true }
    possibilities.append(possibility)
  }

  private mutating func add(_ action: Action) { add(Possibility(action: action, trials: [action])) }

  /// Adds the actions of a container except pushing, going back and presenting.
  private mutating func addEdges(in container: Container, _ definition: ContainerDefinition) {
    func named(_ type: String, _ fields: JSONObject = [:]) -> Action {
      var fields = fields
      fields["target"] = .string(container.id)
      return Action(type, fields)
    }
    switch container.kind {
    case .stack: break
    case .switch: addOpenings("switchTo", of: routes(takenBy: definition), in: container.id)
    case .tabs, .drawer, .pages, .panes:
      for screen in container.screens where !isTruncated { add(named("select", ["id": .string(screen.id)])) }
      for type in container.kind == .drawer ? ["openDrawer", "closeDrawer"] : ["selectPrevious", "selectNext"] {
        add(named(type))
      }
    }
  }

  private mutating func addOpenings(_ type: String, of routes: [Route], in container: Container.ID? = nil) {
    for route in routes where !isTruncated {
      var fields: JSONObject = ["route": .string(route.name)]
      if let container { fields["target"] = .string(container) }
      let action = Action(type, fields)
      let missing = route.missingParams
      guard !missing.isEmpty else {
        add(action)
        continue
      }
      let samples = missing.samples
      let trials = samples.all.map { params in
        fields["params"] = .object(params)
        return Action(type, fields)
      }
      let place = JSONPointer().appending(name: "params")
      add(
        Possibility(
          action: action, trials: trials, isExhaustive: samples.areExhaustive,
          needs: missing.map { place.appending(name: $0.name) }))
    }
  }

  /// Adds the actions of a screen that no screen inside of it handles first.
  private mutating func addActions(of screen: Screen) {
    for action in app.routes[screen.route]?.logic?.sortedActions ?? [] {
      addOwn(action.type, action.schema, of: screen.id)
    }
    guard let feature = app.routes[screen.route]?.feature else {
      return addSetState(of: screen)
    }
    for type in feature.actions { addOwn(type, feature.schemas.first { $0.type == type }, of: screen.id) }
  }

  /// Adds `setState`. The trial sets nothing, and finds whether the sender may set the state.
  private mutating func addSetState(of screen: Screen) {
    let action = Action(ActionSchema.setState.type)
    guard seen.insert(action.type).inserted else { return }
    let needs = [JSONPointer().appending(name: "state")]
    add(Possibility(action: action, trials: [Action(action.type, ["state": [:]])], needs: needs, screen: screen.id))
  }

  /// Adds the actions of the app's reducer and of its definition.
  private mutating func addOwn(_ feature: AppFeature?) {
    for action in app.logic?.sortedActions ?? [] { addOwn(action.type, action.schema, of: nil) }
    for type in feature?.actions ?? [] { addOwn(type, feature?.schemas.first { $0.type == type }, of: nil) }
  }

  /// Adds an action of the app's own. One with required fields is not tried, since its result depends on them.
  private mutating func addOwn(_ type: String, _ schema: ActionSchema?, of screen: Screen.ID?) {
    guard seen.insert(type).inserted else { return }
    let needed = (schema?.required ?? []) + (schema?.choice.prefix(1) ?? [])
    var action = Action(type)
    var place = JSONPointer()
    if let screen, action.isNavigation {
      // Sent without the wrapper, it would be read as a navigation action.
      action = Action("screen", ["id": .string(screen), "action": .object(action.fields)])
      place = place.appending(name: "action")
    }
    add(
      Possibility(
        action: action, trials: needed.isEmpty ? [action] : [], needs: needed.map { place.appending(name: $0) },
        screen: screen))
  }
}

extension Action {
  /// Whether it is read as a navigation action.
  fileprivate var isNavigation: Bool {
    do throws(ActionError) {
      return try NavigationAction(self) != nil
    } catch {
      return true
    }
  }
}

extension Route {
  /// The params that are required to open a screen of this route.
  fileprivate var missingParams: [Param] { (params ?? []).filter { !$0.isOptional && initialParams[$0.name] == nil } }
}

extension [Param] {
  /// Sample values of the params: all combinations, if they are few, or one.
  fileprivate var samples: (all: [JSONObject], areExhaustive: Bool) {
    let choices = map(\.choices)
    // Bounded after each factor, since the product of many could overflow.
    let count = choices.reduce(1) { count, values in
      Swift.min(count * Swift.max(values.count, 1), Self.mostSamples + 1)
    }
    let areExhaustive = count <= Self.mostSamples && !choices.contains(where: \.isEmpty)
    var all: [JSONObject] = [[:]]
    for (param, values) in zip(self, choices) {
      let values = areExhaustive ? values : [values.first ?? param.type.example]
      all = all.flatMap { params in
        values.map { value in
          var params = params
          params[param.name] = value
          return params
        }
      }
    }
    return (all, areExhaustive)
  }

  private static var mostSamples: Int { 16 }
}

extension Param {
  /// All values that it can have; empty when they are many.
  fileprivate var choices: [JSONValue] {
    if let only = schema?.json["const"] { return [only] }
    if let values = schema?.json["enum"]?.arrayValue { return values }
    return type == .boolean ? [false, true] : []
  }
}

extension Param.Kind {
  /// A sample value of this kind.
  fileprivate var example: JSONValue {
    switch self {
    case .string: ""
    case .integer, .number: 0
    case .boolean: false
    case .object: [:]
    case .array: []
    case .any: .null
    }
  }
}
