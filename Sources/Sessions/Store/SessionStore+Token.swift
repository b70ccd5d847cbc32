import Digest

extension SessionRegistry {
  /// Gives a session another token. The former one opens nothing any more from when that is durable, and who listens by it
  /// hears nothing more.
  ///
  /// - Parameters:
  ///   - hash: SHA-256 of the new one; empty: none opens the session until it is given another.
  ///   - holder: The hash of the token that the client has shown; it has to be the session's still. nil: it needs none.
  package func changeToken(
    of id: SessionID, to hash: [UInt8], holding holder: [UInt8]?, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment] store in
      store.changeToken(to: hash, holding: holder, environment, answer: answer)
    }
  }

  /// Whether there is such a session.
  package func contains(_ id: SessionID, answer: @escaping @Sendable (Result<Bool, JournalFailure>) -> Void) {
    find(id) { answer($0.map { $0 != nil }) }
  }
}

extension SessionStore {
  fileprivate func changeToken(
    to hash: [UInt8], holding holder: [UInt8]?, _ environment: SessionEnvironment,
    answer: @escaping @Sendable (Outcome) -> Void
  ) -> Progress {
    state.withLock { state in
      if state.isRetired { return .lookUpAgain }
      // Of two who have the same token and change it at once, the first one has it.
      if state.isDeleted || !(holder.map { SHA256.isSame($0, state.nextTokenHash) } ?? true) {
        return state.afterPending(.notFound, answer)
      }
      let number = state.wait(for: .token(hash)) { [self] failure in
        if failure == nil { announceRevocation(by: environment.broadcaster) }
        answer(failure.map(Outcome.failed) ?? .tokenChanged)
      }
      guard environment.journal.submit(.token(id, hash: hash), settled: { [self] in settle(number, $0) }) else {
        state.rollBackLast()
        return .answer(.journalBusy)
      }
      return .wait
    }
  }
}

extension SessionStore.State {
  /// The hash of the token that will be the session's when all is settled that is pending.
  fileprivate var nextTokenHash: [UInt8] {
    for pending in pending.reversed() {
      if case .token(let hash) = pending.write { return hash }
    }
    return tokenHash
  }
}
