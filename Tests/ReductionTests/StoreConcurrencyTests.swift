import Reduction
import ReductionTesting
import Testing

@Suite("Store on several threads")
struct StoreConcurrencyTests {
  @Test("no action is lost and none taken twice")
  func counts() async {
    let store = Store([], reducer: steps)
    await withTaskGroup { group in
      for sender in 0..<8 {
        group.addTask { for number in 0..<500 { send(.add(sender * 500 + number), to: store) } }
      }
    }
    #expect(store.state.sorted() == Array(0..<4000))
  }

  @Test("every subscriber sees every change once and in the order in which they were made")
  func order() async {
    let store = Store(
      0,
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
    // All sends have returned and this one delivers what is left, if it finds nobody delivering: none is.
    send(1, to: store)
    #expect(states.map(\.entries) == [Array(0...2001), Array(0...2001)])
    #expect(routes.entries == Array(1...2001))
    withExtendedLifetime(subscriptions) {}
  }

  @Test("subscriptions come and go while others send")
  func churn() async {
    let store = Store(
      0,
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

  @Test("a cancellation that comes before the firing wins, whatever the threads do")
  func cancelRace() async {
    let scheduler = ManualScheduler()
    let store = Store([], reducer: steps, scheduler: scheduler)
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
