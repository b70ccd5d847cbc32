import JSON
import Navigation
import Reduction
import Testing

@Suite struct RandomClosingTests {
  @Test(
    "A remaining screen is notified of exactly the removed screens that it opened",
    arguments: 1...10 as ClosedRange<UInt64>)
  func told(seed: UInt64) async throws {
    var actions = RandomActions(seed: seed)
    var journey = try Journey(.everything.attentive)
    var heard = 0
    for step in 0..<1_000 {
      // Other tests use the same threads.
      if step % 50 == 0 { await Task.yield() }
      let former = journey.tree
      let action = actions.action(for: former)
      do throws(ActionError) { try journey.send(action) } catch { continue }
      if action["type"] == "reset" || action.bringsToFront { continue }
      let told = journey.tree.toldSince(former)
      try #require(
        told == former.closings(to: journey.tree),
        "seed \(seed), step \(step): \(action.text) on \(former.root.outline)")
      heard += told.count
    }
    #expect(heard > 20, "more screens should be notified")
  }
}

extension JSONValue {
  /// Whether it may remove screens from several containers, of which only one is reported.
  fileprivate var bringsToFront: Bool {
    (self["type"] == "navigate" || self["policy"] == "navigate") && (self["target"] != nil || self["source"] != nil)
  }
}

extension App {
  /// The same app with screens whose state is the id of the last closed screen that they were notified of.
  fileprivate var attentive: App {
    let reducer = Reducer<String, Listener.Hearing, Void> { last, hearing, _ in
      if case .closed(let closed) = hearing { last = closed.screen.id }
      return .none
    }
    let feature = Feature(
      actions: [], handlesClosed: true, initialState: { _ in "" }, reducer: reducer, environment: ())
    let routes = routes.values.map { route in
      var route = route
      route.feature = feature
      return route
    }
    return App(name, version: version, root: root, routes: routes)
  }
}

extension Tree {
  fileprivate typealias Told = [Screen.ID: JSONValue]

  /// Returns the notifications since the former tree, by the ids of the screens that received them.
  fileprivate func toldSince(_ former: Tree) -> Told {
    let before = former.root.everyScreen.reduce(into: Told()) { $0[$1.id] = $1.state }
    return root.everyScreen.reduce(into: Told()) { told, screen in
      if screen.state != before[screen.id] ?? "" { told[screen.id] = screen.state }
    }
  }

  /// Returns the screens that are not in the new tree, by the ids of the remaining screens that they covered.
  fileprivate func closings(to new: Tree) -> Told {
    let staying = Set(new.root.everyScreen.map(\.id))
    return root.everyContainer.reduce(into: Told()) { closings, container in
      guard new.container(container.id) != nil else { return }
      for (screen, under) in container.openings where !staying.contains(screen.id) && staying.contains(under.id) {
        closings[under.id] = .string(screen.id)
      }
    }
  }
}

extension Container {
  fileprivate var everyContainer: [Container] {
    [self] + (screens + presented.map(\.screen)).flatMap { $0.content?.everyContainer ?? [] }
  }

  fileprivate var everyScreen: [Screen] { everyContainer.flatMap { $0.screens + $0.presented.map(\.screen) } }

  /// The screens that were opened in or over the container, each with the screen that is visible under it.
  fileprivate var openings: [(Screen, Screen)] {
    let listed = kind == .stack ? zip(screens.dropFirst(), screens).map { ($0, $1) } : []
    let over = presented.map(\.screen)
    return (listed + zip(over, [selectedScreen] + over).map { ($0, $1) }).map { ($0, $1.innermost) }
  }
}

extension Screen {
  fileprivate var innermost: Screen { content?.focused.innermost ?? self }
}
