import Synchronization

/// The sessions with stored data that is corrupted or cannot be written. Other sessions are unaffected.
///
/// A record only; the code that detects the damage reports it here and refuses the request itself.
package final class Quarantine: Sendable {
  private let sessions = Mutex<Set<SessionID>>([])
  private let onFailure: @Sendable (SessionID, String) -> Void

  /// - Parameter onFailure: Called once for each session, with the reason.
  package init(onFailure: @escaping @Sendable (SessionID, String) -> Void = { _, _ in }) {
    self.onFailure = onFailure
  }

  package var count: Int { sessions.withLock { $0.count } }

  /// Records a corrupted session, and reports it the first time.
  package func admit(_ session: SessionID, because detail: String) {
    if sessions.withLock({ $0.insert(session).inserted }) { onFailure(session, detail) }
  }

  /// Removes a session that was deleted or has become readable.
  package func release(_ session: SessionID) {
    sessions.withLock { _ = $0.remove(session) }
  }
}
