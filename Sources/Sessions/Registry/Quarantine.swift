import Synchronization

/// The sessions of which something that is stored cannot be read, or cannot be written any more. The others go on.
///
/// Is told by those who meet the damage; refuses nothing itself.
package final class Quarantine: Sendable {
  private let sessions = Mutex<Set<SessionID>>([])
  private let onFailure: @Sendable (SessionID, String) -> Void

  /// - Parameter noting: Is told once of each session, and what is wrong.
  package init(onFailure: @escaping @Sendable (SessionID, String) -> Void = { _, _ in }) {
    self.onFailure = onFailure
  }

  package var count: Int { sessions.withLock { $0.count } }

  package func admit(_ session: SessionID, because detail: String) {
    if sessions.withLock({ $0.insert(session).inserted }) { onFailure(session, detail) }
  }

  /// The session has been deleted, or could be read after all.
  package func release(_ session: SessionID) {
    sessions.withLock { _ = $0.remove(session) }
  }
}
