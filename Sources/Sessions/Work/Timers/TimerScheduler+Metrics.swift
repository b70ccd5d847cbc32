import Support

extension TimerScheduler {
  func report(in text: inout MetricsText) {
    let (known, due) = known
    text.gauge("navstate_timers_known", "Delayed actions due within about a minute.", known)
    text.gauge("navstate_timers_due", "Delayed actions that are due and not done yet.", due)
  }
}
