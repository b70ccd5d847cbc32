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
      jwt.token(of: id, metadata, app(version), at: now, onFailure: onFailure)
    }
  }

  /// Returns the role of the holder of a JWT. Called under the lock.
  func role(of jwt: VerifiedToken, _ state: borrowing State, at now: Int64) -> TokenRole? {
    jwt.token(of: id, state.metadata, app(state.appVersion), at: now) { _, _, _ in }?.role
  }
}

extension VerifiedToken {
  /// Returns the holder as the token of a session that has its role; nil: it has none.
  package func token(
    of id: SessionID, _ metadata: SessionMetadata, _ app: App, at now: Int64, onFailure: @escaping AccessFailureReport
  ) -> PresentedToken? {
    guard let access = app.access, now < expiresAt else { return nil }
    let session = AccessQuery.Session(id: id.text, key: metadata.key, labels: metadata.labels)
    let query = AccessQuery(claims: claims, session: session, now: now) { onFailure(app.name, $0, $1) }
    return access.role(query).map(presented)
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
