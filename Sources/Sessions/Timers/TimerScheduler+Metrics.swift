import Metrics

extension TimerScheduler {
  func report(in text: inout MetricsText) {
    let (known, due) = known
    text.gauge("navstate_timers_known", "Delayed actions that are due within about a minute.", known)
    text.gauge("navstate_timers_due", "Delayed actions whose time has come and that are not done.", due)
  }
}

extension TimerScheduler.State {
  /// How many are in memory, and how many of these are overdue or just being done.
  func known(at now: Int64) -> (count: Int, due: Int) {
    (heap.count + running, heap.count(dueBy: now) + running)
  }
}
