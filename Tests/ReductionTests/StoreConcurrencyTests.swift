import Reduction
import ReductionTesting
import Testing

@Suite("Concurrent use of a store")
struct StoreConcurrencyTests {
  @Test("Concurrent sends lose no action and apply none twice")
  func counts() async {
    let store = Store(initialState: [], reducer: steps)
    await withTaskGroup { group in
      for sender in 0..<8 {
        group.addTask { for number in 0..<500 { send(.add(sender * 500 + number), to: store) } }
      }
    }
    #expect(store.state.sorted() == Array(0..<4000))
  }

  @Test("Every subscriber receives every change once and in order during concurrent sends")
  func order() async {
    let store = Store(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { sum, number, _ in
        sum += number
        return .output(OtherNote(number: sum))
      })
    let states = [Log<Int>(), Log<Int>()]
    let routes = Log<Int>()
    var subscriptions = states.map { log in store.subscribe { log.append($0) } }
    subscriptions.append(store.subscribeRoutes(OtherNote.self) { routes.append($0.number) })
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<250 { send(1, to: store) } }
      }
    }
    // All other sends have returned, so no other thread delivers: this send delivers the remaining changes.
    send(1, to: store)
    #expect(states.map(\.entries) == [Array(0...2001), Array(0...2001)])
    #expect(routes.entries == Array(1...2001))
    withExtendedLifetime(subscriptions) {}
  }

  @Test("Subscriptions can be created and cancelled during concurrent sends")
  func churn() async {
    let store = Store(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { sum, number, _ in
        sum += number
        return .none
      })
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<250 { send(1, to: store) } }
        group.addTask {
          for _ in 0..<250 {
            let seen = Log<Int>()
            store.subscribe { seen.append($0) }.cancel()
            #expect(seen.entries == seen.entries.sorted())
          }
        }
      }
    }
    #expect(store.state == 1000)
  }

  @Test("A delayed action that is cancelled before it fires is not taken during concurrent sends")
  func cancelRace() async {
    let scheduler = ManualScheduler()
    let store = Store(initialState: [], reducer: steps, scheduler: scheduler)
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<100 {
            let id = EffectID("\(task)-\(number)")
            send(.later(id, .seconds(1), []), to: store)
            send(.cancel(id), to: store)
          }
        }
        group.addTask { for _ in 0..<100 { scheduler.advance(by: .milliseconds(1)) } }
      }
    }
    scheduler.advance(by: .seconds(2))
    #expect(store.state == [])
  }
}
