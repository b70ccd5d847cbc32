import Reduction
import Testing

@Suite("Store.subscribeRoutes")
struct StoreRouteTests {
  let store = Store(initialState: [], reducer: steps)

  @Test("Each of several subscribers receives every route once and in order")
  func all() throws {
    let logs = [Log<Note>(), Log<Note>(), Log<Note>()]
    let subscriptions = logs.map { log in store.subscribeRoutes(Note.self) { log.append($0) } }
    try store.send(.output("one"))
    try store.send(.chain(1, [.output("two"), .output("three")]))
    for log in logs { #expect(log.entries == ["one", "two", "three"]) }
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("A subscriber of another route type receives no routes")
  func otherType() throws {
    let log = Log<OtherNote>()
    let subscription = store.subscribeRoutes(OtherNote.self) { log.append($0) }
    try store.send(.output("one"))
    #expect(log.entries.isEmpty)
    subscription.cancel()
  }

  @Test("Routes sent before the subscription or after its cancellation are not received")
  func bounds() throws {
    let log = Log<Note>()
    try store.send(.output("before"))
    let subscription = store.subscribeRoutes(Note.self) { log.append($0) }
    try store.send(.output("during"))
    subscription.cancel()
    try store.send(.output("after"))
    #expect(log.entries == ["during"])
  }

  @Test("The state that produced a route is delivered before the route")
  func stateFirst() throws {
    let log = Log<String>()
    let subscriptions = [
      store.subscribeRoutes(Note.self) { log.append($0.text) },
      store.subscribe { log.append("\($0)") },
    ]
    try store.send(.chain(1, [.output("out"), .add(2)]))
    #expect(log.entries == ["[]", "[1]", "out", "[1, 2]"])
    withExtendedLifetime(subscriptions) {}
  }
}
