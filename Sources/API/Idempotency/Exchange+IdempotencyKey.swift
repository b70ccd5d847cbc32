import Support
import Sessions

/// The set of requests in which an `Idempotency-Key` is unique.
enum KeyScope {
  /// Changes of the session in the path. Their answers have no secrets, so the session's clients share the keys. Those
  /// who see the app's definition share others, since a refusal says more to them.
  case change
  /// Changes of the session in the path that may create it, of one credential: their answers may have a token.
  case creation
  /// Other requests of one credential on the session in the path.
  case session
  /// Requests that create or delete a session, or concern no session.
  case credential
  /// Requests with the same content, whose code is the credential.
  case content
}

extension Exchange {
  /// The request's `Idempotency-Key`, with a fingerprint of the request.
  ///
  /// - Parameters:
  ///   - creator: The hash of the app key that creates a session.
  ///   - contentHash: SHA-256 of streamed content.
  func idempotencyKey(
    in scope: KeyScope = .session, of creator: [UInt8]? = nil, contentHash: [UInt8]? = nil
  ) throws(Problem) -> IdempotencyKey? {
    guard let value = request.value(of: "idempotency-key") else { return nil }
    guard (1...255).contains(value.count), value.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw Problem(
        400, "bad-idempotency-key", "Idempotency-Key must be 1 to 255 visible ASCII characters.")
    }
    let text = String(decoding: value, as: UTF8.self)
    let scoped = keyHolder(in: scope).map { "\($0)\(Self.separator)\(text)" }
    let (instance, requestID, isExplained) = (request.pathText, requestID, seesDefinition)
    return IdempotencyKey(
      text: scoped ?? text, fingerprint: fingerprint(of: creator, contentHash)
    ) { refused in
      let problem = Problem(refused, isExplained: isExplained)
      return StoredResponse(
        status: problem.status, body: problem.document(instance: instance, requestID: requestID))
    }
  }

  /// Those who share an `Idempotency-Key`: one credential if an answer may have a secret. nil: the admin, or anybody on a
  /// server without tokens.
  private func keyHolder(in scope: KeyScope) -> String? {
    if scope == .change { return seesDefinition ? nil : "client" }
    // With a right to the session or without, a JWT is the same credential.
    if scope == .creation, caller.jwt == nil, let token { return token.holder }
    if scope == .creation { return caller.hash?.hexadecimal }
    if scope == .content { return SHA256.hash(request.body).hexadecimal }
    // A renewed token has the holder of the former one, and so gets its answers (docs/decisions/0004).
    if let token { return scope == .session ? token.holder : "\(sessionText)\(Self.separator)\(token.holder)" }
    return caller.hash?.hexadecimal
  }

  /// SHA-256 of everything that distinguishes a request. The input for POST never changes, so that stored keys are
  /// recognized. For other methods it also includes the method and the query.
  private func fingerprint(of creator: [UInt8]?, _ contentHash: [UInt8]?) -> [UInt8] {
    var asked = Array(request.head[request.path])
    asked.append(0)
    // The zero, which no path contains, keeps the path and the content apart.
    asked.append(contentsOf: contentHash ?? request.body)
    if let creator { asked.append(contentsOf: creator) }
    if request.method != .post {
      asked.append(0)
      asked.append(contentsOf: request.methodText.utf8)
      if let query = request.query { asked.append(contentsOf: request.head[query]) }
    }
    return SHA256.hash(asked)
  }

  /// A character that no key sent by a client can contain.
  private static let separator = "\u{1F}"
}
