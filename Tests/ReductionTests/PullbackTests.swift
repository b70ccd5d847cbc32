import Reduction
import Testing

@Suite("Reducer.pullback")
struct PullbackTests {
  let environment = CounterEnvironment(step: 2)

  @Test("A pulled-back reducer changes only its part, and only for actions of that part")
  func partOnly() throws {
    let reducer = counter.pullback(
      state: \TwoCounters.left, action: .left, environment: { CounterReducerEnvironment($0) })
    var state = TwoCounters()
    _ = try reducer.reduce(&state, .left(.increment), environment)
    #expect(state == TwoCounters(left: CounterState(count: 2)))
    _ = try reducer.reduce(&state, .right(.increment), environment)
    #expect(state == TwoCounters(left: CounterState(count: 2)))
  }

  @Test("A child runs before its parent, so the parent reads the child's new state")
  func childFirst() throws {
    var state = TwoCounters()
    _ = try twoCounters.reduce(&state, .left(.increment), environment)
    _ = try twoCounters.reduce(&state, .right(.increment), environment)
    #expect(state == TwoCounters(left: CounterState(count: 2), right: CounterState(count: 2), total: 4))
  }

  @Test("A part's refusal refuses the action and leaves the whole state unchanged")
  func refusal() {
    var state = TwoCounters(left: CounterState(count: 1), total: 9)
    let error = #expect(throws: Refusal.self) { try twoCounters.reduce(&state, .left(.decrement), environment) }
    #expect(error?.code == "count-too-low")
    #expect(state == TwoCounters(left: CounterState(count: 1), total: 9))
  }

  @Test("A part's refusal rolls back an earlier change of the part")
  func refusalAfterChange() {
    let reducer: Reducer<[[Int]], Step, Void> = steps.pullback(state: \.[1], action: .self)
    var state = [[1], [2]]
    #expect(throws: Step.refusal) { try reducer.reduce(&state, .addAndRefuse(3), ()) }
    #expect(state == [[1], [2]])
  }

  @Test("A pullback embeds the actions of effects and keeps outputs unchanged")
  func effects() throws {
    let child = Reducer<CounterState, CounterAction, CounterEnvironment> { _, _, _ in
      .merge(.send(.increment), .after(id: "later", .seconds(1), .push), .cancel(id: "x"), .output(Note("out")))
    }
    var state = TwoCounters()
    let effect = try child.pullback(state: \TwoCounters.left, action: .left)
      .reduce(&state, .left(.push), environment)
    #expect(
      effect
        == .merge(
          .send(.left(.increment)), .after(id: "later", .seconds(1), .left(.push)), .cancel(id: "x"),
          .output(Note("out"))))
  }

  @Test(
    "A pullback along identities is the same reducer", arguments: [Step.add(1), .chain(1, [.add(2)]), .addAndRefuse(1)])
  func identity(step: Step) {
    let pulledBack: [Reducer<[Int], Step, Void>] = [
      steps.pullback(state: \.self, action: .self),
      steps.pullback(state: .self, action: .self),
      steps.pullback(state: \.self, action: .self, environment: { $0 }),
    ]
    var expectedState = [0]
    let expected = Result { () throws(Refusal) in try steps.reduce(&expectedState, step, ()) }
    for reducer in pulledBack {
      var state = [0]
      #expect(Result { () throws(Refusal) in try reducer.reduce(&state, step, ()) } == expected)
      #expect(state == expectedState)
    }
  }

  @Test("Two successive pullbacks equal one pullback along the composed paths")
  func composition() throws {
    struct Outer: Equatable { var inner = TwoCounters() }
    enum OuterAction: Equatable, Sendable { case inner(TwoCountersAction) }
    let path = CasePath<OuterAction, TwoCountersAction>(
      embed: OuterAction.inner, extract: { if case .inner(let action) = $0 { action } else { nil } })
    let child = counter.pullback(
      state: \CounterState.self, action: .self, environment: { CounterReducerEnvironment($0) })

    let twice = child.pullback(state: \TwoCounters.left, action: .left).pullback(state: \Outer.inner, action: path)
    let once = child.pullback(state: \Outer.inner.left, action: path.appending(path: .left))
    for action in [OuterAction.inner(.left(.increment)), .inner(.left(.push)), .inner(.right(.increment))] {
      var one = Outer()
      var other = Outer()
      #expect(try twice.reduce(&one, action, environment) == once.reduce(&other, action, environment))
      #expect(one == other)
    }
  }

  let screen: Reducer<Screen, CounterAction, CounterEnvironment> = counter.pullback(
    state: .counter, action: .self, environment: { SendRouteEnvironment($0) })

  @Test("A pullback along a case of the state changes the value of that case")
  func caseState() throws {
    var state = Screen.counter(CounterState(count: 1))
    _ = try screen.reduce(&state, .increment, environment)
    #expect(state == .counter(CounterState(count: 3)))
  }

  @Test("An action for a case that the state is not in is refused")
  func caseAbsent() {
    var state = Screen.loading
    #expect(throws: Refusal.stateAbsent) { try screen.reduce(&state, .increment, environment) }
    #expect(state == .loading)
  }

  @Test("The refusal for an absent case can be chosen")
  func caseAbsentOtherwise() {
    let gone = Refusal.state("screen-gone", "That screen was closed.", isFinal: true)
    let reducer: Reducer<Screen, Step, Void> = steps.pullback(
      state: CasePath(embed: { _ in .loading }, extract: { _ in nil }), action: .self, otherwise: gone)
    var state = Screen.loading
    #expect(throws: gone) { try reducer.reduce(&state, .add(1), ()) }
  }

  @Test("An action of another part is accepted without a change while the case is absent")
  func caseOtherAction() throws {
    let reducer: Reducer<Screen, TwoCountersAction, CounterEnvironment> = counter.pullback(
      state: .counter, action: .left, environment: { SendRouteEnvironment($0) })
    var state = Screen.loading
    #expect(try reducer.reduce(&state, .right(.increment), environment).isEmpty)
    #expect(state == .loading)
  }

  @Test("A refusal rolls back an earlier change of the case's value")
  func caseRefusalAfterChange() {
    let reducer: Reducer<[Int]?, Step, Void> = steps.pullback(
      state: CasePath(embed: { $0 }, extract: { $0 }), action: .self)
    var state: [Int]? = [1]
    #expect(throws: Step.refusal) { try reducer.reduce(&state, .addAndRefuse(2), ()) }
    #expect(state == [1])
  }
}
