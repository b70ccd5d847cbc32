import Reduction
import ReductionTesting
import Testing

@Suite("Reducer.routing")
struct RoutingTests {
  private func store(_ flow: Flow = Flow()) -> TestStore<Flow, FlowAction, Void> {
    TestStore(flow, reducer: Flows.reducer, environment: (), report: record)
  }

  /// Flows over each other, the last given the innermost, each with what is pushed in it.
  private static func flows(_ levels: (id: String, stack: IdentifiedArray<FlowRoute>)...) -> Flow {
    var inner: FlowRoute?
    var flow = Flow()
    for level in levels.reversed() {
      flow = Flow(id: level.id, navigation: NavigationState(stack: level.stack, modal: inner))
      inner = .flow(flow)
    }
    return flow
  }

  @Test("an action opens screens in order, or none of them")
  func opens() {
    let store = store()
    store.send(.open([.first("a"), .second])) { $0.navigation = NavigationState(stack: [.first("a"), .second]) }
    store.send(.open([.first("b"), .second]))
    store.expectRefusal(code: "duplicate")
    store.finish()
  }

  @Test("two screens of a route that has an id of its own are two")
  func repeats() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a"), .first("b")])))
    store.send(.first("a", .edit("x"))) {
      $0 = Flow(title: "edited a", navigation: NavigationState(stack: [.first("a", "x"), .first("b")]))
    }
    store.finish()
  }

  @Test("the root's own actions reach no screen")
  func rootAction() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a")])))
    store.send(.entitle("x")) { $0.title = "x" }
    store.finish()
  }

  @Test("a presented screen is addressed as a pushed one is")
  func modalAction() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a")], modal: .second)))
    store.send(.second(.edit("x"))) {
      $0.navigation = NavigationState(stack: [.first("a")], modal: .second(Page(id: "ignored", text: "x")))
    }
    store.finish()
  }

  @Test("an edit that comes after its screen has left is refused, and says which screen")
  func gone() throws {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a")])))
    store.send(.take([.pop])) { $0.navigation = NavigationState() }
    store.send(.first("a", .edit("late")))
    let refusal = try #require(store.expectRefusal(code: "screen-gone"))
    #expect(refusal.detail.contains("a"))
    #expect(refusal.isFinal)
    store.finish()
  }

  @Test("an action of another route than the screen is of is refused")
  func wrongRoute() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a")])))
    store.send(.route(id: "a", action: .second(.edit("x"))))
    store.expectRefusal(code: "state-absent")
    store.finish()
  }

  @Test("a screen's refusal is the flow's, and a step's refusal takes back what its screen did")
  func refusal() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a")])))
    store.send(.first("a", .edit("refuse")))
    store.expectRefusal(code: "refused")
    store.send(.take([.push(.first("b")), .pop, .pop, .pop]))
    store.expectRefusal(code: "nothing-to-pop")
    store.finish()
  }

  @Test("a screen closes itself from under others, after its last change was seen")
  func closes() {
    let store = store(Flow(navigation: NavigationState(stack: [.first("a"), .second])))
    store.send(.first("a", .close)) { $0.navigation = NavigationState(stack: [.second]) }
    store.finish()
  }

  @Test("flows lie three deep: an action reaches the innermost, and its steps are taken there")
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

  @Test("finish closes the flow that it is sent to, with all flows over it, and none below")
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

  @Test("a flow can be pushed as well as presented")
  func pushedFlow() {
    let store = store(Flow(id: "root", navigation: NavigationState(stack: [.flow(Flow(id: "one"))])))
    store.send(.inside("one", action: .open([.second]))) {
      $0.navigation = NavigationState(stack: [.flow(Self.flows(("one", [.second])))])
    }
    store.finish()
  }
}
