import Navigation

extension SessionStore {
  /// Handles the completion of a write. Runs on a journal thread, in the order of the session's writes.
  func settle(_ number: Int, _ failure: JournalFailure?) {
    let waiting = state.withLock { state in
      // Already rolled back together with an earlier change.
      guard let first = state.pending.first, first.number <= number else { return [Waiting]() }
      precondition(first.number == number, "the journal settled a session's writes out of their order")
      defer { noteFootprint(state) }
      return failure == nil ? state.commitFirst() : state.takeBackFirst()
    }
    for waiting in waiting { waiting.settled(failure) }
  }
}

extension SessionStore.State {
  fileprivate mutating func commitFirst() -> [SessionStore.Waiting] {
    let first = takeFirst()
    switch first.write {
    case .change(let edits, _, let keeping):
      dirtyRows.note(edits)
      if let keeping { remember(keeping) }
    case .keep(let answer): remember(answer)
    case .token(let hash): tokenHash = hash
    case .deletion: break
    }
    return first.waiting
  }

  private mutating func remember(_ answer: IdempotencyRecord) {
    runningKeys.remove(answer.key)
    answers.add(answer)
  }

  fileprivate mutating func takeBackFirst() -> [SessionStore.Waiting] {
    switch pending[0].write {
    case .change(_, let former, _):
      return rollBackAll(to: former)
    case .keep(let answer):
      // No other write depends on it.
      runningKeys.remove(answer.key)
    case .token: break
    case .deletion:
      isDeleted = false
    }
    return takeFirst().waiting
  }

  /// Removes the first pending write. Frees the array's storage when it becomes empty, because most sessions are idle.
  private mutating func takeFirst() -> SessionStore.Pending {
    let first = pending.removeFirst()
    if pending.isEmpty { pending = [] }
    return first
  }

  /// Fails the later writes that depend on a failed change; the journal writes none of them. Independent writes
  /// continue.
  private mutating func rollBackAll(to former: SessionStore.Version) -> [SessionStore.Waiting] {
    for change in pending.reversed() { draft.revert(change.edits) }
    version = former
    encoded = nil
    runningKeys = []
    let waiting = pending.filter { !$0.standsAlone }.flatMap(\.waiting)
    pending.removeAll { !$0.standsAlone }
    return waiting
  }
}
