import Reduction
import Testing

@Suite("Store")
struct StoreTests {
  let store = Store(initialState: [], reducer: steps)

  @Test("An action changes the state before `send` returns")
  func send() throws {
    try store.send(.add(1))
    try store.send(.add(2))
    #expect(store.state == [1, 2])
  }

  @Test("A refusal is thrown and leaves the state unchanged")
  func refusal() throws {
    try store.send(.add(1))
    #expect(throws: Step.refusal) { try store.send(.addAndRefuse(2)) }
    #expect(store.state == [1])
    try store.send(.add(3))
    #expect(store.state == [1, 3])
  }

  @Test("Actions that are fed back are taken in order, level by level, before `send` returns")
  func feedback() throws {
    try store.send(.chain(1, [.chain(2, [.add(4), .add(5)]), .chain(3, [.add(6)])]))
    #expect(store.state == [1, 2, 3, 4, 5, 6])
  }

  @Test("The refusal of a fed-back action rolls back the original action and its outputs")
  func feedbackRefused() throws {
    let states = Log<[Int]>()
    let notes = Log<Note>()
    let subscriptions = [store.subscribe { states.append($0) }, store.subscribeRoutes(Note.self) { notes.append($0) }]
    #expect(throws: Step.refusal) { try store.send(.chain(1, [.add(2), .output("out"), .addAndRefuse(3)])) }
    #expect(store.state == [])
    #expect(states.entries == [[]])
    #expect(notes.entries == [])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("An action that feeds itself back endlessly is refused")
  func endless() {
    let error = #expect(throws: Refusal.self) { try store.send(.endless) }
    #expect(error?.code == "endless-feedback")
  }

  @Test("An action can feed back at most 1,000 actions")
  func feedbackLimit() throws {
    let allowed = Array(repeating: Step.add(1), count: 1000)
    try store.send(.chain(0, allowed))
    #expect(store.state.count == 1001)
    #expect(throws: Refusal.self) { try store.send(.chain(0, allowed + [.add(1)])) }
    #expect(store.state.count == 1001)
  }

  @Test("A store passes its environment to the reducer")
  func environment() throws {
    let store = Store(
      initialState: CounterState(), reducer: counter,
      environment: SendRouteEnvironment(CounterEnvironment(step: 3)))
    try store.send(.increment)
    #expect(store.state.count == 3)
  }
}
