import Navigation

extension SessionStore {
  /// What the journal has been given, and who waits for it.
  struct Pending {
    /// Tells it from others: what the journal says of a write that the store has taken back meanwhile is nobody's.
    let number: Int
    let write: PendingWrite
    var waiting: [Waiting]

    var edits: [Edit] {
      if case .change(let edits, _, _) = write { edits } else { [] }
    }

    /// Whether it goes on though a change before it has failed: it does not ask what the session has become.
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
    /// The hash of another token.
    case token([UInt8])
    case deletion
  }

  /// How far a session has come.
  struct Version {
    var revision: Int
    var updatedAt: Int64
    var outputs: Int
    var undoState: UndoState
    var historyBytes = 0
  }

  /// An answer that rests on something pending.
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
      // What was pruned does not come back.
      let oldest = undoState.oldest
      undoState = newValue.undoState
      undoState.oldest = max(oldest, undoState.oldest)
      undone = nil
      // The count may be of before a trimming and too large then: the next trimming corrects it.
      historyBytes = newValue.historyBytes
      // The journal may not have got what is noted here.
      recentSteps = RecentStepLists()
    }
  }

  /// As of the last committed revision.
  var committedVersion: SessionStore.Version {
    for pending in pending {
      if case .change(_, let former, _) = pending.write { return former }
    }
    return version
  }

  /// - Returns: The number under which the journal has to settle it.
  mutating func wait(
    for write: SessionStore.PendingWrite, settled: @escaping @Sendable (JournalFailure?) -> Void
  ) -> Int {
    submitted += 1
    pending.append(
      SessionStore.Pending(number: submitted, write: write, waiting: [SessionStore.Waiting(settled: settled)]))
    return submitted
  }

  /// Takes back what was pending last, which the journal did not take.
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
