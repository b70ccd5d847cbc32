import JSON
import Navigation

extension DefinitionReader {
  mutating func route(_ name: String, _ part: Part) -> Route? {
    guard isObject(part, "A route", members: Self.members) else { return nil }
    var route = Route(name)
    let params = part["params"].flatMap { self.params($0) }
    route.params = params?.compactMap(\.param)
    route.initialParams = initialParams(part["initialParams"], params)
    route.identity = part["identity"].flatMap { identity($0, params) }
    route.onDuplicate = onDuplicate(of: part) ?? .moveToTop
    route.destinations = part["to"].flatMap { routes($0, "`to`") }
    route.content = part["content"].flatMap { container($0, heldBy: name) }
    route.state = part["state"]?.value ?? [:]
    route.feature = part["feature"].flatMap { feature($0, startingWith: part["state"]) }
    route.way = part["as"].flatMap { way($0) } ?? .push
    route.path = part["path"].flatMap { path($0, of: route, hasAllParams: params?.count == route.params?.count) }
    return route
  }

  private static let members = [
    "params", "initialParams", "identity", "onDuplicate", "as", "to", "content", "feature", "state", "path",
  ]

  private mutating func identity(_ part: Part, _ params: [DeclaredParam]?) -> Route.Identity? {
    switch part.value {
    case .bool(true): return .single
    case .string(let name):
      guard let params, !params.contains(where: { $0.name == name }) else { return .param(name) }
      let names = params.map(\.name)
      note(
        "`identity` is \(Spelling.quoted(name)), which is no param of this route; "
          + alternatives(to: name, among: names),
        at: part.place)
    case .bool(false):
      note(
        "`identity` is a param's name or true; leave it out when screens of the route are all different.",
        at: part.place)
    default:
      note("`identity` is a param's name or true; this is \(part.value.kind).", at: part.place)
    }
    return nil
  }

  private mutating func onDuplicate(of part: Part) -> Route.OnDuplicate? {
    guard let member = part["onDuplicate"] else { return nil }
    if part["identity"] == nil {
      note("`onDuplicate` needs an `identity`: without one no two screens are the same.", at: member.place)
    }
    return choice(member, "`onDuplicate`")
  }

  private mutating func feature(_ part: Part, startingWith state: Part?) -> Feature? {
    guard let name = string(part, "`feature`") else { return nil }
    guard let feature = features[name] else {
      note(unknown(name, "`feature`", features.keys.sorted()), at: part.place)
      return nil
    }
    guard let state else { return feature }
    do throws(Refused) {
      return try feature.starting(with: state.value)
    } catch {
      note(error.refusal.detail, at: state.place)
      return nil
    }
  }

  /// How `route` gets there.
  private mutating func way(_ part: Part) -> Route.Way? {
    guard let word = string(part, "`as`") else { return nil }
    if let way = Route.Way(word) { return way }
    note(unknown(word, "`as`", Route.Way.names), at: part.place)
    return nil
  }
}
