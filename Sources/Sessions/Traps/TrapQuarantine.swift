import JSON
import Support
import Synchronization

/// The quarantines after traps: what is in one is not served, so that it cannot end the process again.
///
/// They begin with a start of the process only, and end by time or by an administrator.
package final class TrapQuarantine: Sendable {
  private let items: Mutex<[QuarantineItem]>
  /// Whether there was an item at the start.
  private let hadItems: Bool
  private let now: WallClock
  /// Stores the end of a quarantine; returns false if it cannot be stored.
  private let storeLift: @Sendable (_ id: String, _ now: Int64) -> Bool

  package init(
    _ items: [QuarantineItem] = [], now: @escaping WallClock = { 0 },
    storeLift: @escaping @Sendable (_ id: String, _ now: Int64) -> Bool = { _, _ in true }
  ) {
    self.items = Mutex(items)
    hadItems = !items.isEmpty
    self.now = now
    self.storeLift = storeLift
  }

  /// The quarantines that have not ended, oldest first.
  package var current: [QuarantineItem] {
    let now = now()
    return items.withLock { items in
      items.removeAll { $0.until <= now }
      return items
    }
  }

  package enum Lifting: Sendable {
    case lifted, absent, unstored
  }

  /// Ends a quarantine.
  package func lift(_ id: String) -> Lifting {
    guard current.contains(where: { $0.id == id }) else { return .absent }
    // Stored first: the next start would otherwise begin the quarantine again.
    guard storeLift(id, now()) else { return .unstored }
    items.withLock { $0.removeAll { $0.id == id } }
    return .lifted
  }

  /// The reason that a session is not loaded, before its app is known.
  func failure(of session: SessionID) -> JournalFailure? {
    hadItems ? failure { $0.session == session } : nil
  }

  /// The reason that sessions of an app are neither loaded nor created.
  func failure(ofSessionsOf app: String) -> JournalFailure? { failure(id: TrapSubject.appID(app)) }

  /// The reason that work is not done.
  package func failure(of subject: TrapSubject) -> JournalFailure? {
    // Quarantines begin with a start only, so that most processes need no lock here.
    guard hadItems else { return nil }
    if case .app(let name) = subject, let failure = failure(ofSessionsOf: name) { return failure }
    return failure(id: subject.id)
  }

  private func failure(id: @autoclosure () -> String) -> JournalFailure? {
    guard hadItems else { return nil }
    let id = id()
    return failure { $0.id == id }
  }

  private func failure(where matches: (QuarantineItem) -> Bool) -> JournalFailure? {
    guard let item = current.first(where: matches) else { return nil }
    // Rounded up, so that a client which waits as long finds the quarantine ended.
    let seconds = Int(max(1, (item.until - now() + 999) / 1_000))
    return .quarantined(
      "\(item.name) is quarantined until \(JSONTimestamp.text(item.until)): \(item.reason).", retryAfter: seconds)
  }

  func report(in text: inout MetricsText) {
    let items = current
    text.begin(
      "navstate_quarantined", .gauge, "What is not served because it has ended the process twice within ten minutes.")
    for kind in QuarantineItem.Kind.allCases {
      text.series(items.count { $0.kind == kind }, ["kind": kind.rawValue])
    }
  }
}
