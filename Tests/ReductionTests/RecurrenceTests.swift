import Reduction
import ReductionTesting
import Testing

/// Counts, and starts and ends what is sent later.
private struct Ticker {
  enum Action: Equatable, Sendable {
    case start(EffectTime), stop, tick
  }

  static let reducer = Reducer<Int, Action, Void> { count, action, _ throws(Refusal) in
    switch action {
    case .start(let time): return Effect([.schedule(id: "t", time, .tick)])
    case .stop: return .cancel(id: "t")
    case .tick where count < 0: throw .state("negative", "The count is \(count).")
    case .tick: count += 1
    }
    return .none
  }
}

@Suite struct RecurrenceTests {
  @Test func `An interval fires on its grid, from its first time until its last`() throws {
    var recurrence = Recurrence.interval(.seconds(60))
    let (set, first) = try #require(recurrence.set(at: 1_000))
    #expect(first == 61_000 && set.next(after: 61_000) == 121_000 && set.next(after: 130_000) == 181_000)
    recurrence.from = 5_000
    recurrence.until = 65_000
    #expect(recurrence.set(at: 1_000)?.first == 5_000 && recurrence.set(at: 5_000)?.first == 5_000)
    #expect(recurrence.next(after: 5_000) == 65_000 && recurrence.next(after: 65_000) == nil)
    recurrence.from = -5_000
    #expect(recurrence.set(at: 1_000)?.first == 55_000)
  }

  @Test func `Extreme times have no next firing instead of an overflow`() {
    var recurrence = Recurrence.interval(.seconds(Int64.max))
    #expect(recurrence.text == "PT31622400S" && Recurrence.interval(.zero).text == "PT1S")
    #expect(Recurrence.interval(.milliseconds(1_250)).text == "PT1.250S")
    recurrence.from = .min
    #expect(recurrence.next(after: .max) == nil)
    recurrence.from = .max
    #expect(recurrence.next(after: .min) == .max && recurrence.next(after: .max) == nil)
  }

  @Test func `Fields and zones that do not exist are named`() throws {
    let fields = #expect(throws: RecurrenceFault.self) { try Recurrence.cron("0 24 * * *") }
    #expect(fields?.description.contains("24") == true)
    let zone = #expect(throws: RecurrenceFault.self) { try Recurrence.cron("0 0 * * *", zone: "Europe/Atlantis") }
    #expect(zone?.description.contains("Europe/Atlantis") == true)
    var nightly = try Recurrence.cron("30 2 * * *", zone: "Europe/Berlin")
    nightly.from = 1_774_742_400_000  // 2026-03-29T00:00:00Z, in the night in which 2:30 is skipped.
    #expect(nightly.set(at: 0)?.first == 1_774_746_000_000)
  }

  @Test func `A store fires at a time, and again and again until it is cancelled or refused for good`() throws {
    let scheduler = ManualScheduler()
    let store = Store(initialState: 0, reducer: Ticker.reducer, scheduler: scheduler)
    try store.send(.start(.at(5_000)))
    scheduler.advance(by: .seconds(5))
    #expect(store.state == 1 && scheduler.pendingCount == 0)
    try store.send(.start(.at(.min)))
    scheduler.advance(by: .zero)
    #expect(store.state == 2)
    try store.send(.start(.every(.interval(.seconds(10)))))
    scheduler.advance(by: .seconds(35))
    #expect(store.state == 5 && scheduler.pendingCount == 1)
    try store.send(.stop)
    scheduler.advance(by: .seconds(60))
    #expect(store.state == 5 && scheduler.pendingCount == 0)
    var over = Recurrence.interval(.seconds(10))
    over.until = 0
    try store.send(.start(.every(over)))
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `A refused firing does not end a recurrence`() throws {
    let scheduler = ManualScheduler()
    let store = Store(initialState: -1, reducer: Ticker.reducer, scheduler: scheduler)
    try store.send(.start(.every(.interval(.seconds(10)))))
    scheduler.advance(by: .seconds(30))
    #expect(store.state == -1 && scheduler.pendingCount == 1)
  }

  @Test func `A test store receives each firing`() {
    let store = TestStore(0, reducer: Ticker.reducer, environment: ())
    store.send(.start(.every(.interval(.seconds(10)))))
    store.expectDelayed(.tick, id: "t", after: .seconds(10))
    store.advance(by: .seconds(20))
    store.receive(.tick) { $0 = 1 }
    store.receive(.tick) { $0 = 2 }
    store.send(.stop)
    store.expectCancelled("t")
    store.send(.start(.at(25_000)))
    store.advance(by: .seconds(5))
    store.receive(.tick) { $0 = 3 }
    store.finish()
  }
}
