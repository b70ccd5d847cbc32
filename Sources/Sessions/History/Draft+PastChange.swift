import Navigation

extension Draft {
  /// Reverts a change that was read from the journal.
  mutating func revert(_ change: PastChange) throws(CorruptSession) {
    let edits = try [Edit](stored: change.edits, of: change.revision)
    do throws(EditMismatch) {
      try revert(stored: edits)
    } catch {
      throw CorruptSession(detail: "the change of revision \(change.revision) does not apply: \(error)")
    }
  }
}
