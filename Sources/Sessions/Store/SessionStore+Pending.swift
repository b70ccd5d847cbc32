import Navigation

extension SessionStore {
  /// A write that was submitted to the journal and has not completed, with its waiting answers.
  struct Pending {
    /// Identifies the write, so that the completion of a write that the store has rolled back is ignored.
    let number: Int
    let write: PendingWrite
    var waiting: [Waiting]

    var edits: [Edit] {
      if case .change(let edits, _, _) = write { edits } else { [] }
    }

    /// Whether the write survives the failure of an earlier change, because it does not depend on the state.
    var standsAlone: Bool {
      switch write {
      case .deletion, .token: true
      case .change, .keep: false
      }
    }
  }

  enum PendingWrite {
    case change([Edit], after: Version, keeping: IdempotencyRecord?)
    case keep(IdempotencyRecord)
    /// The hash of the new token.
    case token([UInt8])
    case deletion
  }

  /// The part of a session's state that identifies its revision.
  struct Version {
    var revision: Int
    var updatedAt: Int64
    var outputs: Int
    var undoState: UndoState
    var historyBytes = 0
  }

  /// An answer that depends on a pending write.
  struct Waiting: Sendable {
    let settled: @Sendable (JournalFailure?) -> Void
  }
}

extension SessionStore.State {
  var version: SessionStore.Version {
    get {
      SessionStore.Version(
        revision: revision, updatedAt: updatedAt, outputs: outputs, undoState: undoState, historyBytes: historyBytes)
    }
    set {
      (revision, updatedAt, outputs) = (newValue.revision, newValue.updatedAt, newValue.outputs)
      // Pruned states stay pruned.
      let oldest = undoState.oldest
      undoState = newValue.undoState
      undoState.oldest = max(oldest, undoState.oldest)
      undone = nil
      // May predate a trimming and be too large; the next trimming corrects it.
      historyBytes = newValue.historyBytes
      // The journal may not have stored the step lists that are remembered here.
      recentSteps = RecentStepLists()
    }
  }

  /// The version at the last committed revision.
  var committedVersion: SessionStore.Version {
    for pending in pending {
      if case .change(_, let former, _) = pending.write { return former }
    }
    return version
  }

  /// - Returns: The number under which the journal reports completion.
  mutating func wait(
    for write: SessionStore.PendingWrite, settled: @escaping @Sendable (JournalFailure?) -> Void
  ) -> Int {
    submitted += 1
    pending.append(
      SessionStore.Pending(number: submitted, write: write, waiting: [SessionStore.Waiting(settled: settled)]))
    return submitted
  }

  /// Rolls back the last pending write, which the journal did not accept.
  mutating func rollBackLast() {
    switch pending.removeLast().write {
    case .change(let edits, let former, _):
      draft.revert(edits)
      version = former
      encoded = nil
    case .keep, .token: break
    case .deletion: isDeleted = false
    }
  }
}
