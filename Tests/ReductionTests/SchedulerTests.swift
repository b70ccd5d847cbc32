import Reduction
import ReductionTesting
import Testing

@Suite("Schedulers")
struct SchedulerTests {
  @Test("ManualScheduler fires by due time, and in the order of scheduling for equal times")
  func manualOrder() {
    let scheduler = ManualScheduler()
    let log = Log<String>()
    let kept = [("late", 2), ("first", 1), ("second", 1), ("never", 3)].map { name, seconds in
      scheduler.schedule(after: .seconds(seconds)) { log.append(name) }
    }
    scheduler.advance(by: .seconds(2))
    #expect(log.entries == ["first", "second", "late"])
    #expect(scheduler.pendingCount == 1)
    withExtendedLifetime(kept) {}
  }

  @Test("ManualScheduler counts a nested delay from the firing that scheduled it")
  func manualNested() {
    let scheduler = ManualScheduler()
    let log = Log<String>()
    let inner = Later<Cancellable>()
    let outer = scheduler.schedule(after: .seconds(1)) {
      inner.value = scheduler.schedule(after: .seconds(1)) { log.append("inner") }
    }
    scheduler.advance(by: .milliseconds(1999))
    #expect(log.entries == [])
    scheduler.advance(by: .milliseconds(1))
    #expect(log.entries == ["inner"])
    withExtendedLifetime(outer) {}
  }

  @Test("ManualScheduler does not fire a cancelled or released effect")
  func manualCancel() {
    let scheduler = ManualScheduler()
    let log = Log<String>()
    let cancelled = scheduler.schedule(after: .seconds(1)) { log.append("cancelled") }
    cancelled.cancel()
    _ = scheduler.schedule(after: .seconds(1)) { log.append("released") }
    scheduler.advance(by: .seconds(1))
    #expect(log.entries == [])
  }

  @Test("ClockScheduler fires when the clock's sleep ends")
  func clockFires() async {
    let scheduler = ClockScheduler(clock: InstantClock())
    let kept = Later<Cancellable>()
    await withCheckedContinuation { continuation in
      kept.value = scheduler.schedule(after: .seconds(3600)) { continuation.resume() }
    }
  }

  @Test("ClockScheduler does not fire a cancelled effect")
  func clockCancel() async {
    let scheduler = ClockScheduler(clock: InstantClock(waitsForCancellation: true))
    let log = Log<String>()
    let (released, continuation) = AsyncStream<Void>.makeStream()
    do {
      let end = Cancellable { continuation.finish() }
      scheduler.schedule(after: .seconds(3600)) { withExtendedLifetime(end) { log.append("fired") } }.cancel()
    }
    // The scheduler releases the closure as soon as it can no longer call it.
    for await _ in released {}
    #expect(log.entries == [])
  }

  @Test("A Cancellable runs its closure once, when it is cancelled or released")
  func cancellable() {
    let log = Log<String>()
    do {
      let cancellable = Cancellable { log.append("cancelled") }
      cancellable.cancel()
      cancellable.cancel()
    }
    do { _ = Cancellable { log.append("released") } }
    #expect(log.entries == ["cancelled", "released"])
  }
}
