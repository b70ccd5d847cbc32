import Dispatch
import Sessions
import Synchronization

extension Serve {
  /// Prunes expired history once a minute.
  static func compactRegularly(
    _ registry: SessionRegistry, _ retention: Retention, _ time: @escaping @Sendable () -> Int64
  ) -> any DispatchSourceTimer {
    repeating(everyMilliseconds: 60_000, from: .now() + .seconds(60), time) { now, done in
      registry.compact(retention, asOf: now, done: done)
    }
  }

  /// Deletes expired sessions at the start, and once a second.
  static func expireRegularly(
    _ registry: SessionRegistry, _ time: @escaping @Sendable () -> Int64
  ) -> any DispatchSourceTimer {
    repeating(everyMilliseconds: 1_000, from: .now(), time) { now, done in registry.expire(asOf: now, done: done) }
  }

  /// Looks for changed files of apps once a second.
  static func watchRegularly(_ files: AppFiles?, _ registry: SessionRegistry) -> (any DispatchSourceTimer)? {
    files.map { files in
      repeating(everyMilliseconds: 1_000, from: .now()) { _, done in
        files.check(registry)
        done()
      }
    }
  }

  /// - Parameters:
  ///   - milliseconds: The time between two passes.
  ///   - time: Milliseconds since 1970.
  static func repeating(
    everyMilliseconds milliseconds: Int, from start: DispatchTime,
    _ time: @escaping @Sendable () -> Int64 = wallClock,
    _ pass: @escaping @Sendable (_ now: Int64, _ done: @escaping @Sendable () -> Void) -> Void
  ) -> any DispatchSourceTimer {
    let isRunning = Flag()
    let clock = UptimeClock(wall: time)
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "navstate.maintenance", qos: .utility))
    timer.schedule(
      deadline: start, repeating: .milliseconds(milliseconds), leeway: .milliseconds(milliseconds * 2 / 25))
    timer.setEventHandler {
      // A longer pass continues; the next one does the rest.
      guard !isRunning.value.exchange(true, ordering: .acquiring) else { return }
      pass(clock.now) { isRunning.value.store(false, ordering: .releasing) }
    }
    timer.resume()
    return timer
  }

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }
}
