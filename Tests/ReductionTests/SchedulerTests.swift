import Reduction
import ReductionTesting
import Testing

@Suite("Schedulers")
struct SchedulerTests {
  @Test("manual: fires in the order of time; those due together in the order given")
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

  @Test("manual: what is scheduled by a firing is due from then, within the same advance")
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

  @Test("manual: what was cancelled or released does not fire")
  func manualCancel() {
    let scheduler = ManualScheduler()
    let log = Log<String>()
    let cancelled = scheduler.schedule(after: .seconds(1)) { log.append("cancelled") }
    cancelled.cancel()
    _ = scheduler.schedule(after: .seconds(1)) { log.append("released") }
    scheduler.advance(by: .seconds(1))
    #expect(log.entries == [])
  }

  @Test("clock: fires when the clock's sleep ends")
  func clockFires() async {
    let scheduler = ClockScheduler(clock: InstantClock())
    let kept = Later<Cancellable>()
    await withCheckedContinuation { continuation in
      kept.value = scheduler.schedule(after: .seconds(3600)) { continuation.resume() }
    }
  }

  @Test("clock: a cancelled one does not fire")
  func clockCancel() async {
    let scheduler = ClockScheduler(clock: InstantClock(waitsForCancellation: true))
    let log = Log<String>()
    let (released, continuation) = AsyncStream<Void>.makeStream()
    do {
      let end = Cancellable { continuation.finish() }
      scheduler.schedule(after: .seconds(3600)) { withExtendedLifetime(end) { log.append("fired") } }.cancel()
    }
    // The scheduler lets go of what it was to call when it is sure not to call it.
    for await _ in released {}
    #expect(log.entries == [])
  }

  @Test("a cancellable ends what it stands for once, by its cancellation or its release")
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
