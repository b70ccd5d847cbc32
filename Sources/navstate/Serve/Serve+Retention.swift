import Dispatch
import Sessions
import Synchronization

extension Serve {
  /// Prunes expired history once a minute.
  static func compactRegularly(_ registry: SessionRegistry, _ retention: Retention) -> any DispatchSourceTimer {
    let isRunning = Flag()
    let clock = UptimeClock()
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now() + .seconds(60), repeating: .seconds(60), leeway: .seconds(5))
    timer.setEventHandler {
      // A longer pass continues; the next one prunes the rest.
      guard !isRunning.value.exchange(true, ordering: .acquiring) else { return }
      registry.compact(retention, asOf: clock.now) { isRunning.value.store(false, ordering: .releasing) }
    }
    timer.resume()
    return timer
  }

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }
}
