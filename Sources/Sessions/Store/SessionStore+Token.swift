import Digest

extension SessionRegistry {
  /// Replaces a session's token. Once the change is durable, the former token is invalid and event streams that were
  /// opened with it end.
  ///
  /// - Parameters:
  ///   - hash: SHA-256 of the new token; empty: no token opens the session until a new one is set.
  ///   - holder: The hash of the token in the request, which must still be current; nil: not required.
  package func changeToken(
    of id: SessionID, to hash: [UInt8], holding holder: [UInt8]?, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment] store in
      store.changeToken(to: hash, holding: holder, environment, answer: answer)
    }
  }

  /// Reports whether the session exists.
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
      // Of two concurrent changes with the same token, the first one wins.
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
  /// The hash of the token that is current once all pending writes complete.
  fileprivate var nextTokenHash: [UInt8] {
    for pending in pending.reversed() {
      if case .token(let hash) = pending.write { return hash }
    }
    return tokenHash
  }
}
