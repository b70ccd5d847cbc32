import JSON
import Navigation

// Actions that the definition performs with params or arguments that do not fit.

extension DefinitionReview {
  mutating func reviewActions() {
    for action in parts.actions {
      guard let type = action.node["type"]?.value.stringValue else { continue }
      let own = ownActions(named: type, for: action.owner)
      if own.isEmpty { reviewKinds(type, at: action.node.place) }
      if !own.isEmpty {
        // Of several, the screens decide.
        if own.count == 1 { review(action.node, args: own[0].args, of: type) }
      } else if let name = action.node["route"]?.value.stringValue, let params = app.routes[name]?.params {
        let isNew = ["push", "present", "replace", "switchTo"].contains(type)
        let given = action.node["params"] ?? JSONNode([:], at: action.node.place.appending(name: "params"))
        let initial = app.routes[name]?.initialParams ?? [:]
        review(given, params, of: "\(Suggestions.quoted(name))", "param", isWhole: isNew, initial: initial)
      }
    }
  }

  /// Reviews whether the app has a container of a kind that takes an action of navigation.
  private mutating func reviewKinds(_ type: String, at place: JSONPointer) {
    let takers = Container.Kind.allCases.filter { $0.ownTypes.contains(type) }
    guard !takers.isEmpty, kinds.isDisjoint(with: takers) else { return }
    let known = takers.map { Suggestions.quoted($0.rawValue) }.joined(separator: ", ")
    warn(
      "No container of the app handles \(Suggestions.quoted(type)), which is for the kinds \(known): 409.", at: place)
  }

  /// The kinds of the containers of the app.
  private var kinds: Set<Container.Kind> {
    Set([app.root.kind] + app.routes.values.compactMap { $0.content?.kind })
  }

  private func ownActions(named type: String, for owner: Owner) -> [LogicAction] {
    let ofRoute = owner.route.flatMap { app.routes[$0]?.logic?.actions[type] }
    if let ofRoute { return [ofRoute] }
    return actionsByName[type] ?? []
  }

  private mutating func review(_ node: JSONNode, args: [Param], of type: String) {
    guard case .object(var given) = node.value else { return }
    for name in LogicAction.reservedNames { given[name] = nil }
    let arguments = JSONNode(.object(given), at: node.place)
    review(arguments, args, of: Suggestions.quoted(type), "argument", isWhole: true, initial: [:])
  }

  /// - Parameter isWhole: Whether all required values have to be given.
  private mutating func review(
    _ node: JSONNode, _ declared: [Param], of what: String, _ kind: String, isWhole: Bool, initial: JSONObject
  ) {
    guard case .object(let given) = node.value else { return }
    let known = Dictionary(declared.map { ($0.name, $0) }) { first, _ in first }
    for (name, value) in node.members {
      if let param = known[name] {
        // The value of an expression is not known before it is evaluated.
        guard !value.value.text.contains("${"), let mismatch = param.mismatch(of: value.value) else { continue }
        warn("The \(kind) \(Suggestions.quoted(name)) of \(what) \(mismatch): 422.", at: value.place)
      } else {
        let meant = hint(name, among: declared.map(\.name))
        warn("\(what) has no \(kind) \(Suggestions.quoted(name)): 422.\(meant)", at: value.place)
      }
    }
    guard isWhole else { return }
    for param in declared where !param.isOptional && given[param.name] == nil && initial[param.name] == nil {
      warn("\(what) needs the \(kind) \(Suggestions.quoted(param.name)), \(param.expected): 422.", at: node.place)
    }
  }
}
