import Dispatch
import Sessions
import Support
import Synchronization

extension Serve {
  /// Prunes expired history once a minute.
  static func compactRegularly(
    _ registry: SessionRegistry, _ retention: Retention, _ time: @escaping WallClock
  ) -> any DispatchSourceTimer {
    repeating(everyMilliseconds: 60_000, from: .now() + .seconds(60), time) { now in
      await registry.compact(retention, asOf: now)
    }
  }

  /// Deletes old counts of flows at the start, and once an hour.
  static func forgetFlowsRegularly(
    _ registry: SessionRegistry, _ days: Int, _ time: @escaping WallClock
  ) -> any DispatchSourceTimer {
    repeating(everyMilliseconds: 3_600_000, from: .now(), time) { now in
      await registry.forgetFlows(olderThan: days, asOf: now)
    }
  }

  /// Deletes expired sessions at the start, and once a second.
  static func expireRegularly(_ registry: SessionRegistry, _ time: @escaping WallClock) -> any DispatchSourceTimer {
    repeating(everyMilliseconds: 1_000, from: .now(), time) { now in await registry.expire(asOf: now) }
  }

  /// Looks for changed files of apps once a second.
  static func watchRegularly(_ files: AppFiles?, _ registry: SessionRegistry) -> (any DispatchSourceTimer)? {
    files.map { files in
      repeating(everyMilliseconds: 1_000, from: .now()) { _ in files.check(registry) }
    }
  }

  /// Does what is due, at a time in milliseconds since 1970.
  typealias Pass = @Sendable (_ now: Int64) async -> Void

  /// - Parameter milliseconds: The time between two passes.
  static func repeating(
    everyMilliseconds milliseconds: Int, from start: DispatchTime, _ time: @escaping WallClock = wallClock,
    _ pass: @escaping Pass
  ) -> any DispatchSourceTimer {
    let isRunning = Flag()
    let clock = UptimeClock(wall: time)
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "navstate.maintenance", qos: .utility))
    timer.schedule(
      deadline: start, repeating: .milliseconds(milliseconds), leeway: .milliseconds(milliseconds * 2 / 25))
    timer.setEventHandler {
      // A longer pass continues; the next one does the rest.
      guard !isRunning.value.exchange(true, ordering: .acquiring) else { return }
      Task.inline {
        await pass(clock.now)
        isRunning.value.store(false, ordering: .releasing)
      }
    }
    timer.resume()
    return timer
  }

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }
}
