import Metrics
import Navigation

/// What has come of the actions that clients, timers and other sessions sent; a batch counts as one.
final class ActionMetrics: Sendable {
  private let changed = Counter()
  private let unchanged = Counter()
  private let refused = Counter()
  private let invalid = Counter()
  private let busy = Counter()
  private let failed = Counter()

  /// A change has settled.
  func countChange(_ failure: JournalFailure?) {
    if failure == nil { changed.increment() } else { failed.increment() }
  }

  /// Handled, and nothing differs.
  func countNoChange() { unchanged.increment() }

  func count(_ refusal: Refused) {
    if refusal.refusal.kind == .invalid { invalid.increment() } else { refused.increment() }
  }

  /// So much waits already that no more was taken.
  func countBusy() { busy.increment() }

  func report(in text: inout MetricsText) {
    text.begin(
      "navstate_actions_total", .counter, "Actions of clients, timers and other sessions, by what came of them.")
    text.series(changed.value, ["outcome": "changed"])
    text.series(unchanged.value, ["outcome": "unchanged"])
    text.series(refused.value, ["outcome": "refused"])
    text.series(invalid.value, ["outcome": "invalid"])
    text.series(busy.value, ["outcome": "busy"])
    text.series(failed.value, ["outcome": "failed"])
  }
}
