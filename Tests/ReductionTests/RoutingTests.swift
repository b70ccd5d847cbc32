import Reduction
import ReductionTesting
import Testing

@Suite("Reducer.routing")
struct RoutingTests {
  private func store(_ flow: Flow = Flow()) -> TestStore<Flow, FlowAction, Void> {
    TestStore(flow, reducer: Flows.reducer, environment: (), report: record)
  }

  /// Returns nested flows with their pushed screens. The last level is the innermost flow.
  private static func flows(_ levels: (id: String, stack: IdentifiedArray<FlowRoute>)...) -> Flow {
    var inner: FlowRoute?
    var flow = Flow()
    for level in levels.reversed() {
      flow = Flow(id: level.id, navigation: NavigationState(stack: level.stack, modal: inner))
      inner = .flow(flow)
    }
    return flow
  }

  @Test("An action that opens several screens opens all in order or is refused")
  func opens() {
    let store = store()
    store.send(.open([.first("a"), .second])) { $0.navigation = NavigationState(stack: [.first("a"), .second]) }
    store.send(.open([.first("b"), .second]))
    store.expectRefusal(code: "duplicate")
    store.finish()
  }

  @Test("Two screens of one route are distinct when their ids differ")
  func repeats() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a"), .first("b")])))
    store.send(.first("a", .edit("x"))) {
      $0 = Flow(title: "edited a", navigation: NavigationState(stack: [.first("a", "x"), .first("b")]))
    }
    store.finish()
  }

  @Test("The root's own action changes no screen")
  func rootAction() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a")])))
    store.send(.entitle("x")) { $0.title = "x" }
    store.finish()
  }

  @Test("A presented screen is addressed by its id like a pushed one")
  func modalAction() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a")], modal: .second)))
    store.send(.second(.edit("x"))) {
      $0.navigation = NavigationState(stack: [.first("a")], modal: .second(Page(id: "ignored", text: "x")))
    }
    store.finish()
  }

  @Test("An edit of a removed screen is refused, and the refusal is final")
  func gone() throws {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a")])))
    store.send(.take([.pop])) { $0.navigation = NavigationState() }
    store.send(.first("a", .edit("late")))
    let refusal = try #require(store.expectRefusal(code: "screen-gone"))
    #expect(refusal.detail.contains("a"))
    #expect(refusal.isFinal)
    store.finish()
  }

  @Test("An action of another route than the screen's is refused")
  func wrongRoute() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a")])))
    store.send(.route(id: "a", action: .second(.edit("x"))))
    store.expectRefusal(code: "state-absent")
    store.finish()
  }

  @Test("A refusal by a screen or by a navigation step leaves the flow unchanged")
  func refusal() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a")])))
    store.send(.first("a", .edit("refuse")))
    store.expectRefusal(code: "refused")
    store.send(.take([.push(.first("b")), .pop, .pop, .pop]))
    store.expectRefusal(code: "nothing-to-pop")
    store.finish()
  }

  @Test("A screen under another one can close itself")
  func closes() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a"), .second])))
    store.send(.first("a", .close)) { $0.navigation = NavigationState(stack: [.second]) }
    store.finish()
  }

  @Test("An action reaches the innermost of three nested flows, and its steps apply there")
  func nests() {
    let store = store(Self.flows(("root", []), ("one", []), ("two", []), ("three", [])))
    store.send(.inside("one", "two", "three", action: .open([.second]))) {
      $0 = Self.flows(("root", []), ("one", []), ("two", []), ("three", [.second]))
    }
    store.send(.open([.second])) {
      $0 = Self.flows(("root", [.second]), ("one", []), ("two", []), ("three", [.second]))
    }
    store.send(.inside("one", "two", "three", action: .open([.second])))
    store.expectRefusal(code: "duplicate")
    store.finish()
  }

  @Test("The step `finish` removes all screens of the addressed flow and keeps the flows below")
  func finishes() {
    let store = store(Self.flows(("root", [.second]), ("one", [.first("a")]), ("two", [.first("b")]), ("three", [])))
    store.send(.inside("one", "two", "three", action: .finish))
    store.expectRefusal(code: "nothing-to-finish")
    store.send(.inside("one", action: .finish)) { $0 = Self.flows(("root", [.second]), ("one", [])) }
    store.send(.inside("one", "two", action: .finish))
    store.expectRefusal(code: "screen-gone")
    store.send(.finish) { $0 = Self.flows(("root", [])) }
    store.send(.finish)
    store.expectRefusal(code: "nothing-to-finish")
    store.finish()
  }

  @Test("A flow can be pushed as well as presented")
  func pushedFlow() {
    let store = store(Flow(id: "root", navigation: NavigationState(stack: [.flow(Flow(id: "one"))])))
    store.send(.inside("one", action: .open([.second]))) {
      $0.navigation = NavigationState(stack: [.flow(Self.flows(("one", [.second])))])
    }
    store.finish()
  }
}
