import Support
import Navigation

/// A token of a session besides the one of its creation, or a handoff code that is traded for one.
package struct SessionToken: Sendable, Equatable {
  package let id: String
  package let role: TokenRole
  package let name: String?
  /// SHA-256 of the token or the code.
  package let hash: [UInt8]
  /// Milliseconds since 1970.
  package let createdAt: Int64
  /// The time from which the token or the code is invalid in milliseconds since 1970; nil: none.
  package let expiresAt: Int64?
  /// The lifetime in milliseconds of the token for which a code is traded; nil: unlimited.
  package let lifetime: Int64?
  /// Whether this is a handoff code.
  package let isCode: Bool
  /// The hash of the token that made the code, which ends with it; nil: the admin's, or none.
  package let maker: [UInt8]?
  /// The token as it appears in the history. All requests share it: each change stores its number.
  let attribution: Attribution

  package init(
    id: String, role: TokenRole, name: String?, hash: [UInt8], createdAt: Int64, expiresAt: Int64?,
    lifetime: Int64? = nil, isCode: Bool = false, maker: [UInt8]? = nil
  ) {
    self.id = id
    self.role = role
    self.name = name
    self.hash = hash
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.lifetime = lifetime
    self.isCode = isCode
    self.maker = maker
    attribution = Attribution(.token, id: id, name: name, role: role)
  }

  /// The former token of a session's creation, which has ended.
  init(replaced hash: [UInt8], _ role: TokenRole, at now: Int64) {
    let id = "former_" + Array(hash.prefix(8)).hexadecimal
    self.init(id: id, role: role, name: nil, hash: hash, createdAt: now, expiresAt: now)
  }

  /// The holder within the session. A token that has the name and the role of a former one replaces it.
  var holder: String { name.map { "\(role.rawValue)\u{1F}\($0)" } ?? id }

  package func isValid(at now: Int64) -> Bool { expiresAt.map { now < $0 } ?? true }

  /// Returns the token as it is once it has been deleted.
  func ended(at now: Int64) -> SessionToken {
    SessionToken(id: id, role: role, name: name, hash: hash, createdAt: createdAt, expiresAt: now)
  }

  /// Returns the token for which the code is traded.
  ///
  /// - Parameter limit: The latest end of the token; nil: none.
  func traded(for hash: [UInt8], at now: Int64, until limit: Int64?) -> SessionToken {
    let ends = [lifetime.map { now + $0 }, limit].compactMap { $0 }
    return SessionToken(id: id, role: role, name: name, hash: hash, createdAt: now, expiresAt: ends.min())
  }
}

/// The tokens of a session besides the one of its creation, in the order of their creation. Tokens that have ended are
/// known for a day, so that their holders can be told to get another one.
package struct SessionTokens: Sendable, Equatable {
  package private(set) var items: [SessionToken]

  /// The limit of tokens and codes of one session.
  package static let limit = 64
  /// The limit of ended tokens that are known.
  private static let endedLimit = 2 * limit
  /// The milliseconds for which an ended token is known at least.
  private static let memory: Int64 = 86_400_000

  package init(_ items: [SessionToken] = []) {
    self.items = items
  }

  /// Returns the valid tokens and codes.
  func valid(at now: Int64) -> [SessionToken] { items.filter { $0.isValid(at: now) } }

  /// Returns the token with a hash; nil when it is unknown or has expired.
  func token(with hash: [UInt8], at now: Int64) -> SessionToken? {
    token(with: hash).flatMap { $0.isValid(at: now) ? $0 : nil }
  }

  /// Returns when the token with a hash expired, was deleted or was replaced; nil when it is valid or unknown.
  func end(of hash: [UInt8], at now: Int64) -> Int64? {
    token(with: hash).flatMap { $0.isValid(at: now) ? nil : $0.expiresAt }
  }

  private func token(with hash: [UInt8]) -> SessionToken? {
    var found: Int?
    // Without an early exit, so that the time does not tell the position.
    for index in items.indices where !items[index].isCode && SHA256.isSame(items[index].hash, hash) { found = index }
    return found.map { items[$0] }
  }

  /// Returns the role of a token; nil when it is unknown or has expired.
  func role(of hash: [UInt8], at now: Int64) -> TokenRole? { token(with: hash, at: now)?.role }

  /// Returns the tokens with another one.
  package func adding(_ token: SessionToken, at now: Int64) throws(ActionError) -> SessionTokens {
    let valid = valid(at: now)
    guard valid.count < Self.limit else {
      throw .forbidden(
        "too-many-tokens",
        "The session has \(valid.count) tokens and codes, which is the limit; delete one with `DELETE …/tokens/{id}`.")
    }
    return SessionTokens(ended(at: now) + valid + [token])
  }

  /// Returns the tokens after one of them, or a code, was deleted.
  package func removing(_ id: String, at now: Int64) throws(ActionError) -> SessionTokens {
    let valid = valid(at: now)
    guard let removed = valid.first(where: { $0.id == id }) else {
      throw .absent(
        "no-such-token", "The session has no token with the id \"\(id.prefix(80))\"; `GET …/tokens` lists them.")
    }
    let others = SessionTokens(items.filter { $0.id != id })
    // A deleted code is answered like one that never was, so it need not be remembered.
    return removed.isCode ? others : others.remembering(removed.ended(at: now), at: now)
  }

  /// Returns the tokens with another one that has ended.
  func remembering(_ token: SessionToken, at now: Int64) -> SessionTokens {
    SessionTokens((ended(at: now) + [token]).suffix(Self.endedLimit) + valid(at: now))
  }

  /// Returns the ended tokens that stay known, the first ended first.
  private func ended(at now: Int64) -> [SessionToken] {
    let ended = items.filter { token in
      !token.isCode && token.expiresAt.map { $0 <= now && now - $0 < Self.memory } ?? false
    }
    return ended.sorted { ($0.expiresAt ?? 0) < ($1.expiresAt ?? 0) }.suffix(Self.endedLimit)
  }

  /// Returns the handoff code with a hash; nil when it is unknown or has expired.
  func code(with hash: [UInt8], at now: Int64) -> SessionToken? {
    items.first { $0.isCode && SHA256.isSame($0.hash, hash) && $0.isValid(at: now) }
  }

  func replacing(_ code: SessionToken, by token: SessionToken) -> SessionTokens {
    SessionTokens(items.map { $0 == code ? token : $0 })
  }
}

extension ActionError {
  /// The same for a code that was mistyped, used or has expired.
  package static let noSuchCode = absent(
    "no-such-code", "The code is not valid. A code is valid once, for 10 minutes; create another with `POST …/tokens`.")
}
