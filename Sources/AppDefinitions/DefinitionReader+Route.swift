import CEL
import JSON
import Navigation

extension DefinitionReader {
  mutating func route(_ name: String, _ node: JSONNode) -> Route? {
    guard isObject(node, "A route", members: Self.members + LogicReader.members) else { return nil }
    var route = Route(name)
    let params = node["params"].flatMap { self.params($0) }
    route.params = params?.compactMap(\.param)
    route.initialParams = initialParams(node["initialParams"], params)
    for param in route.params ?? [] where route.initialParams[param.name] == nil {
      route.initialParams[param.name] = param.schema?.json["default"]
    }
    route.identity = node["identity"].flatMap { identity($0, params) }
    route.state = node["state"]?.value ?? [:]
    route.schema = schema(of: node, for: route.state, "state")
    if let schema = node["schema"], node["feature"] != nil {
      report("A route with a `feature` has no `schema`: the feature has one.", at: schema.place)
    }
    let state = CELType(ofInitial: route.state, by: route.schema)
    route.onDuplicate = onDuplicate(of: node) ?? .moveToTop
    let place = logicPlace.of(name, params: params, state: state)
    if let (destinations, conditions) = node["to"].flatMap({ to in readLogic { $0.destinations(to, in: place) } }) {
      (route.destinations, route.destinationConditions) = (destinations, conditions)
    }
    route.content = node["content"].flatMap { container($0, heldBy: name) }
    route.feature = node["feature"].flatMap { feature($0, startingWith: node["state"]) }
    route.presentation = node["as"].flatMap { presentation($0) } ?? .push
    route.logic = readLogic { $0.routeLogic(name, node, params: params, state: state) }
    let before = logicPlace.of(name, params: params, state: state, hasScreen: false)
    route.parent = node["parent"].flatMap { parent in readLogic { $0.parent(parent, in: before) } }
    readLogic { $0.checkTexts(of: node) }
    route.isStateClosed = node["clients"].map { closesState($0) } ?? false
    route.title = node["title"]?.value.stringValue
    route.description = node["description"]?.value.stringValue
    route.path = node["path"].flatMap { path($0, of: route, hasAllParams: params?.count == route.params?.count) }
    return route
  }

  private static let members = [
    "params", "initialParams", "identity", "onDuplicate", "as", "to", "content", "feature", "state", "schema", "path",
    "parent",
    "title", "description", "clients",
  ]

  private mutating func identity(_ node: JSONNode, _ params: [DeclaredParam]?) -> Route.Identity? {
    switch node.value {
    case .bool(true): return .single
    case .string(let name):
      guard let params, !params.contains(where: { $0.name == name }) else { return .param(name) }
      let names = params.map(\.name)
      report(
        "`identity` is \(Suggestions.quoted(name)), which is not a param of this route; "
          + alternatives(to: name, among: names),
        at: node.place)
    case .bool(false):
      report(
        "`identity` must be a param's name or true; omit it when screens of the route are all different.",
        at: node.place)
    default:
      report("`identity` must be a param's name or true; it is \(node.value.kind).", at: node.place)
    }
    return nil
  }

  private mutating func onDuplicate(of node: JSONNode) -> Route.OnDuplicate? {
    guard let member = node["onDuplicate"] else { return nil }
    if node["identity"] == nil {
      report("`onDuplicate` requires `identity`: without it, all screens are different.", at: member.place)
    }
    return choice(member, "`onDuplicate`")
  }

  private mutating func feature(_ node: JSONNode, startingWith state: JSONNode?) -> Feature? {
    guard let name = string(node, "`feature`") else { return nil }
    guard let feature = features[name] else {
      return fault(unknown(name, "`feature`", features.keys.sorted()), at: node.place)
    }
    guard let state else { return feature }
    do throws(ActionError) {
      return try feature.starting(with: state.value)
    } catch {
      return fault(error.refusal.detail, at: state.place)
    }
  }

  /// Reads the transition by which the action `route` opens the screen.
  private mutating func presentation(_ node: JSONNode) -> Route.Presentation? {
    guard let word = string(node, "`as`") else { return nil }
    if let presentation = Route.Presentation(word) { return presentation }
    return fault(unknown(word, "`as`", Route.Presentation.names), at: node.place)
  }
}
