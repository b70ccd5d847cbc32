import JSON
import TestSupport

@testable import Navigation

extension App {
  /// Returns an app of eight routes with random containers, destinations and identities.
  static func random(seed: UInt64) -> App {
    var random = SplitMix64(seed: seed)
    let names = (0..<8).map { "r\($0)" }
    // A container holds only later routes, since its content would be endless otherwise.
    let routes = names.indices.map { index in
      Route.random(names[index], after: Array(names[(index + 1)...]), among: names, using: &random)
    }
    return App(
      "random\(seed)", version: 1, root: .random(after: names, using: &random), routes: routes)
  }
}

extension Route {
  fileprivate static func random(
    _ name: String, after later: [String], among names: [String], using random: inout SplitMix64
  ) -> Route {
    var route = Route(name, path: try? LinkPattern("/" + name))
    let identities: [Identity?] = [nil, .single, .param("id"), .param("id")]
    route.identity = identities.randomElement(using: &random) ?? nil
    route.onDuplicate = OnDuplicate.allCases.randomElement(using: &random) ?? .moveToTop
    route.presentation = [.push, .push, .present(.sheet), .select, .switch].randomElement(using: &random) ?? .push
    if random.chance(4) { route.initialParams = ["id": 1] }
    if random.chance(4) { route.destinations = Array(names.shuffled(using: &random).prefix(5)) }
    if later.count > 2, random.chance(2) { route.content = .random(after: later, using: &random) }
    return route
  }
}

extension ContainerDefinition {
  fileprivate static func random(after later: [String], using random: inout SplitMix64) -> ContainerDefinition {
    let kind = Container.Kind.allCases.randomElement(using: &random) ?? .stack
    let routes = Array(later.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
    return ContainerDefinition(
      kind: kind, routes: kind == .stack && random.chance(2) ? nil : routes,
      initial: routes.randomElement(using: &random) ?? "",
      backBehavior: BackBehavior.allCases.randomElement(using: &random) ?? .none,
      reselect: random.chance(3) ? .popToRoot : .none, isOpen: random.chance(2))
  }
}

extension RandomNumberGenerator {
  fileprivate mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &self) == 0 }
}
