import Support
import Navigation

/// Counts the actions of clients, timers and other sessions by outcome; a batch counts as one.
final class ActionMetrics: Sendable {
  private let changed = Counter()
  private let unchanged = Counter()
  private let refused = Counter()
  private let invalid = Counter()
  private let busy = Counter()
  private let failed = Counter()

  /// Counts a completed change.
  func countChange(_ failure: JournalFailure?) {
    if failure == .overtaken { return }
    if failure == nil { changed.increment() } else { failed.increment() }
  }

  /// Counts an action that was handled without a change.
  func countNoChange() { unchanged.increment() }

  func count(_ refusal: ActionError) {
    if refusal.refusal.kind == .invalid { invalid.increment() } else { refused.increment() }
  }

  /// Counts an action that was rejected because a queue was full.
  func countBusy() { busy.increment() }

  func report(in text: inout MetricsText) {
    text.begin(
      "navstate_actions_total", .counter, "Actions of clients, timers and other sessions, by outcome.")
    text.series(changed.value, ["outcome": "changed"])
    text.series(unchanged.value, ["outcome": "unchanged"])
    text.series(refused.value, ["outcome": "refused"])
    text.series(invalid.value, ["outcome": "invalid"])
    text.series(busy.value, ["outcome": "busy"])
    text.series(failed.value, ["outcome": "failed"])
  }
}
