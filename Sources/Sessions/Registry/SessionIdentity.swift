import Navigation

/// The part of a session that decides on access to it, known without loading it.
package struct SessionIdentity: Sendable, Equatable {
  package let app: String
  package let appVersion: Int
  /// SHA-256 of the session's token; empty: no token opens it.
  package let tokenHash: [UInt8]

  package init(app: String, appVersion: Int, tokenHash: [UInt8]) {
    self.app = app
    self.appVersion = appVersion
    self.tokenHash = tokenHash
  }
}

extension SessionRegistry {
  /// Reports the SHA-256 of the session's token, also of a deleted session; nil when the session never existed. Empty
  /// when no token opens it.
  ///
  /// While memory is full the session is not loaded for this, since the request may be refused.
  package func tokenHash(
    of id: SessionID, answer: @escaping @Sendable (Result<[UInt8]?, JournalFailure>) -> Void
  ) {
    let found: @Sendable (Result<[UInt8]?, JournalFailure>) -> Void = { [environment] result in
      guard case .success(nil) = result else { return answer(result) }
      environment.journal.tombstone(of: id) { answer($0.map { $0?.tokenHash }) }
    }
    if isFull, !isLoaded(id) {
      environment.journal.identity(of: id) { found($0.map { $0?.tokenHash }) }
    } else {
      find(id) { found($0.map { $0?.identity.tokenHash }) }
    }
  }
}

extension SessionStore {
  var identity: SessionIdentity {
    SessionIdentity(app: app.name, appVersion: app.version, tokenHash: state.withLock { $0.tokenHash })
  }
}
