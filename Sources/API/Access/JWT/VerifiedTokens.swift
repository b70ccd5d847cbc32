import Sessions

/// Verified tokens by the hash of their text, up to a size. The least recently used half is removed at a time.
struct VerifiedTokens {
  private var recent: [[UInt8]: VerifiedToken] = [:]
  private var former: [[UInt8]: VerifiedToken] = [:]
  private var size = 0
  private let limit: Int
  /// The approximate bytes of an entry besides its claims.
  private static let overhead = 1_024

  /// - Parameter limit: The bytes of each half.
  init(limit: Int = 8 << 20) {
    self.limit = limit
  }

  /// Returns the token with a hash.
  mutating func token(with hash: [UInt8]) -> VerifiedToken? {
    if let token = recent[hash] { return token }
    guard let token = former.removeValue(forKey: hash) else { return nil }
    add(token, with: hash, size: Self.overhead)
    return token
  }

  /// Adds a token.
  ///
  /// - Parameter count: The length of its text.
  mutating func add(_ token: VerifiedToken, with hash: [UInt8], size count: Int) {
    size += count + Self.overhead
    if size > limit { (former, recent, size) = (recent, [:], count + Self.overhead) }
    recent[hash] = token
  }
}
