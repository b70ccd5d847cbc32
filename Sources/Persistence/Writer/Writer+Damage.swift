import SQLite
import Sessions

extension Writer {
  /// Sessions and writes that one transaction may leave out because the database is damaged where they belong. With more
  /// it is not of them any more.
  static let exclusions = 16

  /// Whether the transaction may be tried again without what met the error.
  func mayExclude(after error: SQLiteError, excluded: Int) -> Bool {
    error.isConstraint || error.isCorrupt && excluded < Self.exclusions
  }

  /// From now on the session's tables are left as they are, and nothing is appended to its journal: what is there was
  /// acknowledged, and may be all that can be rescued.
  func quarantine(_ session: SessionID, after error: SQLiteError) {
    damaged[session] = error.description
    quarantine.admit(session, because: error.description)
  }

  /// A write met damage that is not of one session. The others of the transaction are written, so the log would not say it
  /// otherwise. Each kind is noted once.
  func note(damage error: SQLiteError) {
    guard notedDamage.count < Self.exclusions, notedDamage.insert(error.description).inserted else { return }
    onFailure(.damaged(error.description))
  }

  func failure(of session: SessionID) -> JournalFailure? {
    damaged[session].map { .damaged("The session \(session.text) is damaged (\($0)).") }
  }
}
