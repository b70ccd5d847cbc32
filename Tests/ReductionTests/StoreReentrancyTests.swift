import Reduction
import Testing

@Suite("Sending from inside a callback")
struct StoreReentrancyTests {
  let store = Store([], reducer: steps)

  @Test("a subscriber can send to its own store; all subscribers see the changes in order")
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

  @Test("what a callback sends is delivered after what was there before")
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

  @Test("an action that a callback sends is taken at once, and its refusal is the callback's")
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

  @Test("two stores that message each other take turns")
  func twoStores() throws {
    let mail = Mail()
    let log = Log<String>()
    let ping = Store(0, reducer: Self.counting(to: "pong"), sender: mail)
    let pong = Store(0, reducer: Self.counting(to: "ping"), sender: mail)
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

  /// Counts what it gets, and sends it on until nothing is left of it.
  static func counting(to other: String) -> Reducer<Int, Ball, Void> {
    Reducer { count, ball, _ in
      count += 1
      return ball.left == 0 ? .none : .message(to: other, Ball(left: ball.left - 1))
    }
  }

  @Test("a route of one store can change another, whose route changes the first")
  func routesBetweenStores() throws {
    let other = Store([], reducer: steps)
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

/// Sends what must be taken; a refusal is an issue of the test.
func send<State, Action, Environment>(_ action: Action, to store: Store<State, Action, Environment>) {
  do throws(Refusal) {
    try store.send(action)
  } catch {
    Issue.record(error)
  }
}
