import JSON
import Navigation

/// Receives the failures of expressions that compute rights.
package typealias AccessFailureReport = @Sendable (_ app: String, _ place: JSONPointer, _ reason: String) -> Void

extension SessionStore {
  /// Returns the holder of a JWT as the token of a session that has its role; nil: it has none.
  ///
  /// - Parameter now: Milliseconds since 1970.
  package func token(
    of jwt: VerifiedToken, at now: Int64, onFailure: @escaping AccessFailureReport
  ) -> PresentedToken? {
    let found = state.withLock { $0.isGone ? nil : ($0.metadata, $0.appVersion) }
    // Evaluated after the lock, since expressions may take a while.
    return found.flatMap { metadata, version in
      role(of: jwt, metadata, app(version), at: now, onFailure: onFailure).map(jwt.presented)
    }
  }

  /// Returns the role of the holder of a JWT. Called under the lock.
  func role(of jwt: VerifiedToken, _ state: borrowing State, at now: Int64) -> TokenRole? {
    role(of: jwt, state.metadata, app(state.appVersion), at: now) { _, _, _ in }
  }

  private func role(
    of jwt: VerifiedToken, _ metadata: SessionMetadata, _ app: App, at now: Int64,
    onFailure: @escaping AccessFailureReport
  ) -> TokenRole? {
    guard let access = app.access, now < jwt.expiresAt else { return nil }
    let session = AccessQuery.Session(id: id.text, key: metadata.key, labels: metadata.labels)
    let query = AccessQuery(claims: jwt.claims, session: session, now: now) { onFailure(app.name, $0, $1) }
    return access.role(query)
  }
}

extension SessionRegistry {
  /// Finds the holder of a JWT as the token of a session, which is loaded; nil: it has no role, or there is no session.
  package func token(
    of jwt: VerifiedToken, for id: SessionID, onFailure: @escaping AccessFailureReport
  ) async throws(JournalFailure) -> PresentedToken? {
    try await sessions.find(id)?.token(of: jwt, at: environment.now(), onFailure: onFailure)
  }
}
