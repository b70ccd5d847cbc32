import Metrics

extension TimerScheduler {
  func report(in text: inout MetricsText) {
    let (known, due) = known
    text.gauge("navstate_timers_known", "Delayed actions due within about a minute.", known)
    text.gauge("navstate_timers_due", "Delayed actions that are due and not done yet.", due)
  }
}

extension TimerScheduler.State {
  /// Returns the number of timers in memory, and of those that are overdue or running.
  func known(at now: Int64) -> (count: Int, due: Int) {
    (heap.count + running, heap.count(dueBy: now) + running)
  }
}
