#if canImport(Observation)
  import Observation
  import Reduction
  import Testing

  @Suite("ViewStore")
  @MainActor
  struct ViewStoreTests {
    private let store = Store(initialState: TwoCounters(), reducer: twoCounters, environment: CounterEnvironment())

    @Test("A view store shows the state at once after its own action, by the names of the state")
    func send() throws {
      let view = ViewStore(store)
      try view.send(.left(.increment))
      #expect(view.total == 1)
      #expect(view.state == store.state)
    }

    @Test("An observer is notified of a change by another sender, and not of an action without a change")
    func observation() async throws {
      let view = ViewStore(store.scope(state: \.left, action: .left))
      let changed = AsyncStream<Void>.makeStream()
      withObservationTracking {
        _ = view.count
      } onChange: {
        changed.continuation.yield()
      }
      await Task.detached { [store] in
        ReductionTests.send(.right(.increment), to: store)
        ReductionTests.send(.left(.increment), to: store)
      }.value
      for await _ in changed.stream { break }
      #expect(view.count == 1)
    }

    @Test("A view store is released although its store lives")
    func released() {
      weak var view: ViewStore<TwoCounters, TwoCountersAction>?
      do {
        let shown = ViewStore(store)
        view = shown
      }
      #expect(view == nil)
    }
  }
#endif
