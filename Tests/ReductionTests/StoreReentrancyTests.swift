import Reduction
import Testing

@Suite("Sends from inside a callback")
struct StoreReentrancyTests {
  let store = Store(initialState: [], reducer: steps)

  @Test("A subscriber can send to its own store, and all subscribers receive the changes in order")
  func ownStore() throws {
    let states = Log<[Int]>()
    let first = store.subscribe { [store] state in
      if state == [1] { send(.add(2), to: store) }
      if state == [1, 2] { send(.add(3), to: store) }
    }
    let second = store.subscribe { states.append($0) }
    try store.send(.add(1))
    #expect(store.state == [1, 2, 3])
    #expect(states.entries == [[], [1], [1, 2], [1, 2, 3]])
    first.cancel()
    second.cancel()
  }

  @Test("The output of an action sent in a callback is delivered after earlier outputs")
  func queued() throws {
    let notes = Log<Note>()
    let subscriptions = [
      store.subscribeRoutes(Note.self) { [store] note in
        notes.append(note)
        if note == "one" { send(.output("three"), to: store) }
      }
    ]
    try store.send(.chain(0, [.output("one"), .output("two")]))
    #expect(notes.entries == ["one", "two", "three"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("An action sent in a callback is taken at once, and its refusal is thrown to the callback")
  func refusalInside() throws {
    let seen = Log<String>()
    let subscription = store.subscribeRoutes(Note.self) { [store] _ in
      do throws(Refusal) {
        try store.send(.add(1))
        seen.append("\(store.state)")
        try store.send(.addAndRefuse(2))
      } catch {
        seen.append(error.code)
      }
    }
    try store.send(.output("go"))
    #expect(seen.entries == ["[1]", "refused"])
    #expect(store.state == [1])
    subscription.cancel()
  }

  @Test("Two stores that send each other messages alternate")
  func twoStores() throws {
    let mail = Mail()
    let log = Log<String>()
    let ping = Store(initialState: 0, reducer: Self.counting(to: "pong"), sender: mail)
    let pong = Store(initialState: 0, reducer: Self.counting(to: "ping"), sender: mail)
    for (name, store) in [("ping", ping), ("pong", pong)] {
      mail.open(name) { message in
        guard let ball = message as? Ball else { return }
        log.append("\(name) \(ball.left)")
        send(ball, to: store)
      }
    }
    try ping.send(Ball(left: 4))
    #expect(log.entries == ["pong 3", "ping 2", "pong 1", "ping 0"])
    #expect(ping.state == 3)
    #expect(pong.state == 2)
  }

  struct Ball: Message { let left: Int }

  /// Returns a reducer that counts the received balls and sends each on while `left` is above 0.
  static func counting(to other: String) -> Reducer<Int, Ball, Void> {
    Reducer { count, ball, _ in
      count += 1
      return ball.left == 0 ? .none : .message(to: other, Ball(left: ball.left - 1))
    }
  }

  @Test("A route of one store can change a second store whose route changes the first")
  func routesBetweenStores() throws {
    let other = Store(initialState: [], reducer: steps)
    let subscriptions = [
      store.subscribeRoutes(Note.self) { note in send(.chain(1, [.output(note)]), to: other) },
      other.subscribeRoutes(Note.self) { [store] _ in send(.add(2), to: store) },
    ]
    try store.send(.output("there and back"))
    #expect(other.state == [1])
    #expect(store.state == [2])
    withExtendedLifetime(subscriptions) {}
  }
}

/// Sends an action, and records a refusal as an issue of the test.
func send<State, Action>(_ action: Action, to store: Store<State, Action>) {
  do throws(Refusal) {
    try store.send(action)
  } catch {
    Issue.record(error)
  }
}
