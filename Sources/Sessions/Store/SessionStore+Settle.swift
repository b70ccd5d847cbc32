import Navigation

extension SessionStore {
  /// The journal has settled a write. On a thread of the journal, which settles a session's writes in their order.
  func settle(_ number: Int, _ failure: JournalFailure?) {
    let waiting = state.withLock { state in
      // Taken back already, with a change that it rested on.
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
      // Nothing rests on it.
      runningKeys.remove(answer.key)
    case .token: break
    case .deletion:
      isDeleted = false
    }
    return takeFirst().waiting
  }

  /// Leaves no room behind for what comes next: most sessions are at rest.
  private mutating func takeFirst() -> SessionStore.Pending {
    let first = pending.removeFirst()
    if pending.isEmpty { pending = [] }
    return first
  }

  /// What comes after a change that failed rests on it and fails with it; the journal writes none of it. Only what stands
  /// alone goes on.
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
