import Reduction
import ReductionTesting
import Testing

@Suite("Effects of screens in a flow")
struct RoutingEffectTests {
  private func store(
    _ stack: IdentifiedArray<FlowRoute>, modal: FlowRoute? = nil
  ) -> TestStore<Flow, FlowAction, Void> {
    TestStore(
      Flow(navigation: NavigationState(stack: stack, modal: modal)), reducer: Flows.reducer, environment: (),
      report: record)
  }

  @Test("A screen's effect is independent of the same effect of another screen")
  func returns() {
    let store = store([.first("a"), .first("b")])
    store.send(.first("a", .load))
    store.send(.first("b", .load))
    store.expectDelayed(.first("a", .loaded), id: "a/load", after: .seconds(1))
    store.send(.first("b", .stop))
    store.expectCancelled("b/load")
    store.advance(by: .seconds(1))
    store.receive(.first("a", .loaded)) {
      $0.navigation = NavigationState(stack: [.first("a", "loaded"), .first("b")])
    }
    store.finish()
  }

  @Test(
    "Every way of removing a screen cancels its effects and keeps those of other screens",
    arguments: [
      FlowAction.take([.pop]), .take([.popTo("a")]), .take([.replace(.second)]), .take([.remove("b")]),
      .first("b", .close), .take([.pop, .push(.first("b"))]), .take([.replace(.first("b"))]),
    ])
  func leaves(action: FlowAction) throws {
    let (store, scheduler) = try live(stack: [.first("a"), .first("b")])
    try store.send(.first("a", .load))
    try store.send(.first("b", .load))
    try store.send(action)
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(1))
    #expect(store.state.navigation[id: "a"] == .first("a", "loaded"))
    #expect(store.state.navigation[id: "b"] == nil || store.state.navigation[id: "b"] == .first("b"))
  }

  @Test("A screen's effects are cancelled when it is dismissed or the navigation is cleared")
  func dismissed() {
    let store = store([.first("a")], modal: .second)
    store.send(.load)
    store.send(.second(.load))
    store.send(.take([.dismiss])) { $0.navigation = NavigationState(stack: [.first("a")]) }
    store.expectCancelled("second/load")
    store.send(.first("a", .load))
    store.send(.clear) { $0.navigation = NavigationState() }
    store.expectCancelled("a/load")
    store.expectDelayed(.entitle("loaded"), id: "load", after: .seconds(5))
    store.finish()
  }

  @Test("Dismissing a flow cancels the effects of that flow and of the flows nested in it")
  func nested() {
    let three = Flow(id: "three", navigation: NavigationState(stack: [.first("a")]))
    let two = Flow(id: "two", navigation: NavigationState(stack: [.first("a")], modal: .flow(three)))
    let one = Flow(id: "one", navigation: NavigationState(stack: [.first("a")], modal: .flow(two)))
    let store = store([.first("a")], modal: .flow(one))
    store.send(.first("a", .load))
    store.send(.inside("one", action: .first("a", .load)))
    store.send(.inside("one", "two", action: .first("a", .load)))
    store.send(.inside("one", "two", "three", action: .first("a", .load)))
    store.send(.inside("one", "two", "three", action: .load))
    store.send(.inside("one", action: .take([.dismiss]))) {
      let rest = Flow(id: "one", navigation: NavigationState(stack: [.first("a")]))
      $0.navigation = NavigationState(stack: [.first("a")], modal: .flow(rest))
    }
    store.expectCancelled("one/two/a/load")
    store.expectCancelled("one/two/three/a/load")
    store.expectCancelled("one/two/three/load")
    store.expectDelayed(.first("a", .loaded), id: "a/load", after: .seconds(1))
    store.expectDelayed(.inside("one", action: .first("a", .loaded)), id: "one/a/load", after: .seconds(1))
    store.finish()
  }

  @Test("Replacing a flow by one with the same id cancels all effects inside it")
  func replaced() throws {
    let inner = Flow(id: "two", navigation: NavigationState(stack: [.second]))
    let (store, scheduler) = try live(stack: [.flow(Flow(id: "one", navigation: NavigationState(modal: .flow(inner))))])
    try store.send(.inside("one", "two", action: .second(.load)))
    try store.send(.take([.replace(.flow(Flow(id: "one", navigation: NavigationState(modal: .flow(inner)))))]))
    #expect(scheduler.pendingCount == 0)
    scheduler.advance(by: .seconds(1))
    #expect(store.state.navigation.stack == [.flow(Flow(id: "one", navigation: NavigationState(modal: .flow(inner))))])
  }

  @Test("Effects of the action that closes a screen are cancelled, but its outputs are sent")
  func lastWish() throws {
    let (store, scheduler) = try live(stack: [.first("a")])
    let log = Log<Note>()
    let telling = store.subscribeRoutes(Note.self) { log.append($0) }
    try store.send(.first("a", .chain([.load, .tell("bye"), .close, .edit("too late"), .load])))
    #expect(store.state == Flow())
    #expect(scheduler.pendingCount == 0)
    #expect(log.entries == ["bye"])
    telling.cancel()
  }

  @Test("A new screen with a reused id does not receive the former screen's effects")
  func reuse() throws {
    let (store, scheduler) = try live(stack: [.second])
    try store.send(.second(.load))
    scheduler.advance(by: .milliseconds(500))
    try store.send(.take([.pop]))
    try store.send(.open([.second]))
    scheduler.advance(by: .seconds(1))
    #expect(store.state.navigation.stack == [.second])
  }

  @Test("A screen keeps its effects when its removal is refused")
  func refusedStep() {
    let store = store([.first("a")])
    store.send(.first("a", .load))
    store.send(.take([.pop, .pop]))
    store.expectRefusal(code: "nothing-to-pop")
    store.expectDelayed(.first("a", .loaded), id: "a/load", after: .seconds(1))
    store.finish()
  }

  private func live(
    stack: IdentifiedArray<FlowRoute>
  ) throws -> (Store<Flow, FlowAction>, ManualScheduler) {
    let scheduler = ManualScheduler()
    let flow = Flow(navigation: NavigationState(stack: stack))
    return (Store(initialState: flow, reducer: Flows.reducer, scheduler: scheduler), scheduler)
  }
}
