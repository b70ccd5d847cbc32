import Navigation

extension SessionStore {
  /// The journal has settled the oldest pending write. On a thread of the journal.
  func settle(_ failure: JournalFailure?) {
    let waiting = state.withLock { state in
      guard !state.pending.isEmpty else { return [Waiting]() }
      return failure == nil ? state.commitFirst() : state.rollBackAll()
    }
    for waiting in waiting { waiting.settled(failure) }
  }
}

extension SessionStore.State {
  fileprivate mutating func commitFirst() -> [SessionStore.Waiting] {
    let first = pending.removeFirst()
    for edit in first.edits { dirt.note(edit) }
    if let kept = first.keeping {
      runningKeys.remove(kept.key)
      answers[kept.key] = kept.withoutBody
    }
    return first.waiting
  }

  /// What comes after a change that failed rests on it and fails with it. The journal writes none of it.
  fileprivate mutating func rollBackAll() -> [SessionStore.Waiting] {
    for change in pending.reversed() { draft.revert(change.edits) }
    let waiting = pending.flatMap(\.waiting)
    if let first = pending.first {
      revision = first.formerRevision
      updatedAt = first.formerUpdatedAt
      outputs = first.formerOutputs
    }
    pending = []
    runningKeys = []
    encoded = nil
    isDeleted = false
    return waiting
  }
}

extension KeptAnswer {
  /// What a store remembers: the body stays in the journal.
  var withoutBody: KeptAnswer {
    KeptAnswer(
      session: session, key: key, fingerprint: fingerprint, status: status, revision: revision, body: nil, at: at)
  }
}
