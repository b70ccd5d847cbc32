import Reduction
import Testing

/// The values that a callback on the main actor received. Not sendable, as a view is.
@MainActor
private final class Display {
  private(set) var shown: [String] = []
  private let (changes, continuation) = AsyncStream<Void>.makeStream()

  func show(_ text: String) {
    shown.append(text)
    continuation.yield()
  }

  /// Returns when `count` texts were shown.
  func wait(for count: Int) async {
    guard shown.count < count else { return }
    for await _ in changes where shown.count >= count { return }
  }
}

@Suite("Subscriptions on the main actor")
@MainActor
struct StoreMainActorTests {
  private let screen = Display()
  private let store = Store(initialState: [], reducer: steps)

  @Test("A subscriber on the main actor receives the current state and each new one in order, from any sender")
  func states() async throws {
    let subscription = store.subscribe(on: MainActor.shared) { [screen] in screen.show("\($0)") }
    await Task.detached { [store] in send(.chain(1, [.add(2)]), to: store) }.value
    await screen.wait(for: 3)
    #expect(screen.shown == ["[]", "[1]", "[1, 2]"])
    subscription.cancel()
  }

  @Test("A subscriber on the main actor receives every route once and in order, from any sender")
  func routes() async throws {
    let subscription = store.subscribeRoutes(Note.self, on: MainActor.shared) { [screen] in screen.show($0.text) }
    await Task.detached { [store] in
      for number in 1...3 { send(.output(Note(stringLiteral: "\(number)")), to: store) }
    }.value
    await screen.wait(for: 3)
    #expect(screen.shown == ["1", "2", "3"])
    subscription.cancel()
  }

  @Test("A route store calls its subscriber on the main actor without the type of the routes")
  func routeStore() async throws {
    let first = RouteStore(
      state: CounterState(count: 4), reducer: counter, environment: CounterEnvironment(), routeType: CounterRoute.self)
    let routing = first.subscribeRoutes(on: MainActor.shared) { [screen] route in
      switch route {
      case .push(let count): screen.show("\(count)")
      }
    }
    try first.send(.push)
    await screen.wait(for: 1)
    #expect(screen.shown == ["4"])
    routing.cancel()
  }

  @Test("No call follows a cancellation on the main actor")
  func cancelled() async throws {
    let cancelled = store.subscribeRoutes(Note.self, on: MainActor.shared) { [screen] in screen.show("no: \($0.text)") }
    try store.send(.output("one"))
    cancelled.cancel()
    let other = store.subscribeRoutes(Note.self, on: MainActor.shared) { [screen] in screen.show($0.text) }
    try store.send(.output("two"))
    await screen.wait(for: 1)
    #expect(screen.shown == ["two"])
    other.cancel()
  }
}
