import JSON
import Testing

@testable import Navigation

/// Tests of invariants with random actions in random apps.
@Suite struct RandomAppsTests {
  @Test(
    "In random apps `can` agrees with the responses, and identities and ids are unique",
    arguments: 1...80 as ClosedRange<UInt64>)
  func invariants(seed: UInt64) async throws {
    let app = App.random(seed: seed)
    var actions = RandomActions(seed: seed, routes: app.routes.keys.sorted())
    var journey = try Journey(app)
    var ids = SeenIDs(of: journey.tree)
    for step in 0..<500 {
      // Other tests use the same threads.
      if step % 50 == 0 { await Task.yield() }
      if journey.tree.size > 6_000 {
        journey = try Journey(app)
        ids = SeenIDs(of: journey.tree)
      }
      let former = journey.tree
      let action = actions.action(for: former)
      do throws(ActionError) { try journey.send(action) } catch {}
      let faults =
        ids.faults(in: journey.tree) + Self.faults(of: journey, action)
        + journey.tree.root.changedRoutes(since: former.root)
      try #require(faults == [], "seed \(seed), step \(step): \(action.text) on \(former.root.outline)")
    }
  }

  private static func faults(of journey: Journey, _ action: JSONValue) -> [String] {
    let tree = journey.tree
    let can = journey.app.abilities(of: tree)
    let faults = [("goBack", can.goBack), ("pop", can.pop), ("dismiss", can.dismiss)].compactMap { type, can in
      journey.takes(type) == can ? nil : "`can.\(type)` is \(can)"
    }
    return faults + tree.root.duplicates(in: journey.app)
  }
}

extension Journey {
  /// Returns whether an action is not refused with 409 now.
  fileprivate func takes(_ type: String) -> Bool {
    var copy = self
    do throws(ActionError) {
      try copy.send(["type": .string(type)])
      return true
    } catch {
      return error.status != 409
    }
  }
}

extension Container {
  /// Returns a fault for each container with repeated identities among its screens and those presented over it.
  fileprivate func duplicates(in app: App) -> [String] {
    let screens = screens + presented.map(\.screen)
    let identities = screens.compactMap { screen in
      app.routes[screen.route].flatMap { route in
        route.onDuplicate == .allow ? nil : route.identity(screen.params).map { "\(screen.route) \($0.text)" }
      }
    }
    let own = Set(identities).count == identities.count ? [] : ["an identity stands twice in \(id): \(identities)"]
    return own + screens.flatMap { $0.content?.duplicates(in: app) ?? [] }
  }

  /// Returns a fault for each id that belonged to a screen of another route.
  fileprivate func changedRoutes(since former: Container) -> [String] {
    let before = former.routesOfIDs
    return routesOfIDs.filter { id, route in before[id].map { $0 != route } ?? false }
      .map { id, _ in "\(id) was given to another screen" }
  }

  private var routesOfIDs: [String: String] {
    (screens + presented.map(\.screen)).reduce(into: [:]) { routes, screen in
      routes[screen.id] = screen.route
      routes.merge(screen.content?.routesOfIDs ?? [:]) { $1 }
    }
  }
}
