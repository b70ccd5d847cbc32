import Reduction
import ReductionTesting
import Testing

@Suite("Effect scopes")
struct EffectScopeTests {
  @Test("An id is under each of its scopes, but not under itself or a mere prefix")
  func under() {
    let id = EffectID("load").scoped(under: "b").scoped(under: "a")
    #expect(id == "a/b/load")
    #expect(id.isUnder("a"))
    #expect(id.isUnder("a/b"))
    for other: EffectID in ["a/b/load", "a/b/l", "b", "", "A", "a/", "a/b/load/more"] { #expect(!id.isUnder(other)) }
  }

  @Test("An id that is scoped under the empty scope is under it")
  func empty() {
    #expect(EffectID("load").scoped(under: "").isUnder(""))
  }

  @Test("The id of a scope escapes slashes, so a value cannot name another value's scope")
  func escaped() {
    #expect(EffectID(scopeOf: 42) == "42")
    #expect(EffectID(scopeOf: "a/b") == "a~1b")
    #expect(EffectID(scopeOf: "a~1b") == "a~01b")
    #expect(!EffectID("load").scoped(under: EffectID(scopeOf: "a/b")).isUnder("a"))
  }

  @Test("Scoping prefixes the ids of cancellable operations and keeps outputs and messages")
  func operations() {
    let effect = Effect<Step>.merge(
      .send(.add(1)), .after(id: "x", .seconds(1), .add(2)), .cancel(id: "x"), .cancelAll(under: "x"),
      .output("out" as Note), .message(to: "s", "in" as Note))
    #expect(
      effect.scoped(under: "b").scoped(under: "a").operations == [
        .sendWithin(scope: "a/b", .add(1)), .schedule(id: "a/b/x", .after(.seconds(1)), .add(2)), .cancel(id: "a/b/x"),
        .cancelAll(under: "a/b/x"), .output("out" as Note), .message(to: "s", "in" as Note),
      ])
    #expect(Effect<Step>.none.scoped(under: "a").isEmpty)
  }

  @Test("Mapping an effect keeps its scope, and effects in different scopes are not equal")
  func mapped() {
    let effect = Effect<Int>.send(1).scoped(under: "a")
    #expect(effect.map { Step.add($0) } == Effect([.sendWithin(scope: "a", .add(1))]))
    #expect(effect != Effect.send(1).scoped(under: "b"))
    #expect(effect != .send(1))
    #expect(Effect<Int>.cancelAll(under: "a").map { Step.add($0) } == .cancelAll(under: "a"))
    #expect(Effect<Int>.cancelAll(under: "a") != .cancelAll(under: "b"))
    #expect(Effect<Int>.cancelAll(under: "a") != .cancel(id: "a"))
  }

  /// An action for a step in one of two scopes, or for the cancellation of a scope.
  private enum Ask: Equatable, Sendable {
    case left(Step), right(Step), cancel(EffectID)
  }

  private static func both() -> Reducer<[Int], Ask, Void> {
    .combine(
      steps.scopingEffects(under: "left").pullback(
        state: \.self,
        action: CasePath(embed: Ask.left, extract: { if case .left(let step) = $0 { step } else { nil } })),
      steps.scopingEffects(under: "right").pullback(
        state: \.self,
        action: CasePath(embed: Ask.right, extract: { if case .right(let step) = $0 { step } else { nil } })),
      Reducer { _, ask, _ in if case .cancel(let scope) = ask { .cancelAll(under: scope) } else { .none } })
  }

  @Test("The effect `cancelAll` cancels only the pending effects of its scope")
  func cancelsTimers() throws {
    let scheduler = ManualScheduler()
    let store = Store(initialState: [], reducer: Self.both(), scheduler: scheduler)
    try store.send(.left(.later("x", .seconds(1), [.add(1)])))
    try store.send(.left(.later("y", .seconds(1), [.add(2)])))
    try store.send(.right(.later("x", .seconds(1), [.add(3)])))
    try store.send(.cancel("left"))
    #expect(scheduler.pendingCount == 1)
    try store.send(.cancel("left/x"))
    scheduler.advance(by: .seconds(1))
    #expect(store.state == [0, 3])
    try store.send(.cancel("right"))
    #expect(store.state == [0, 3])
  }

  @Test("TestStore expects the cancelled effects of a scope in the order of their due times")
  func named() {
    let store = TestStore([], reducer: Self.both(), environment: (), report: record)
    store.send(.left(.later("late", .seconds(2), [])))
    store.send(.left(.later("soon", .seconds(1), [])))
    store.send(.right(.later("soon", .seconds(1), [])))
    store.send(.cancel("left"))
    store.expectCancelled("left/soon")
    store.expectCancelled("left/late")
    store.expectDelayed(.right(.chain(0, [])), id: "right/soon", after: .seconds(1))
    store.finish()
  }

  @Test("Cancelling a scope drops only the queued actions that were fed back in that scope")
  func cancelsFeedback() throws {
    let reducer = Reducer<[Int], Ask, Void>.combine(
      Self.both(),
      Reducer { _, ask, _ in
        ask == .right(.add(1)) ? .merge(.cancelAll(under: "left"), .send(.left(.add(4)))) : .none
      })
    let asks = Reducer<[Int], Ask, Void> { _, ask, _ in
      guard ask == .cancel("start") else { return .none }
      return .merge(
        .send(.right(.add(1))), .send(.left(.add(2))),
        Effect.send(Ask.left(.add(3))).scoped(under: "inner").scoped(under: "left"),
        Effect.send(Ask.left(.add(5))).scoped(under: "left"))
    }
    let store = Store(initialState: [], reducer: .combine(reducer, asks))
    try store.send(.cancel("start"))
    #expect(store.state == [1, 2, 4])
  }
}
