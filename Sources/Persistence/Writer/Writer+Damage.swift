import SQLite
import Sessions

extension Writer {
  /// The maximum number of sessions and writes that one transaction may exclude because of corruption. More of them
  /// indicate that the corruption is not limited to single sessions.
  static let exclusions = 16

  /// Whether the transaction may be retried without the part that met the error.
  func mayExclude(after error: SQLiteError, excluded: Int) -> Bool {
    error.isConstraint || error.isCorrupt && excluded < Self.exclusions
  }

  /// Stops writing to a session with corrupted rows: its tables stay unchanged and no change is appended. What is
  /// stored was acknowledged, and may be all that can be recovered.
  func quarantine(_ session: SessionID, after error: SQLiteError) {
    damaged[session] = error.description
    quarantine.admit(session, because: error.description)
  }

  /// Reports corruption that is not limited to one session. The other writes of the transaction succeed, so no failure
  /// would be logged otherwise. Each kind is reported once.
  func note(damage error: SQLiteError) {
    guard notedDamage.count < Self.exclusions, notedDamage.insert(error.description).inserted else { return }
    onFailure(.damaged(error.description))
  }

  func failure(of session: SessionID) -> JournalFailure? {
    damaged[session].map { .damaged("The session \(session.text) is damaged (\($0)).") }
  }
}
