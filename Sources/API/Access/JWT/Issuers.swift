import JSON
import Sessions
import Support
import Synchronization

/// The issuers of JWTs, and the tokens that were verified.
final class Issuers: Sendable {
  private let state: Mutex<State>
  /// Read for each request with a token.
  private let hasIssuers = Atomic(false)
  private let fetch: KeyDocument.Fetch
  private let now: WallClock
  private let log: RequestLog
  private let failedExpressions = Mutex<[String: Int]>([:])
  private let failures: DistinctReporter

  private struct State {
    /// By the claim `iss`.
    var issuers: [ExactString: Issuer] = [:]
    var tokens = VerifiedTokens()
  }

  private final class Issuer: Sendable {
    let rules: JWTRules
    let keys: IssuerKeys

    init(_ rules: JWTRules, _ keys: IssuerKeys) {
      self.rules = rules
      self.keys = keys
    }
  }

  init(_ configuration: API.Configuration, log: RequestLog, now: @escaping WallClock) {
    fetch = configuration.fetchKeys
    self.now = now
    self.log = log
    failures = DistinctReporter(tell: log.tellAccess)
    state = Mutex(State())
    replace(by: configuration.issuers)
  }

  /// Replaces the issuers. Keys that were fetched from the same URL are kept; tokens are verified again.
  func replace(by configurations: [IssuerConfiguration]) {
    state.withLock { state in
      let issuers = configurations.map { configuration in
        let former = state.issuers[ExactString(configuration.rules.issuer)]?.keys
        let isSame = former?.address != nil && former?.address == configuration.source.address
        return Issuer(configuration.rules, isSame ? former ?? keys(of: configuration) : keys(of: configuration))
      }
      hasIssuers.store(!issuers.isEmpty, ordering: .relaxed)
      state.issuers = Dictionary(issuers.map { (ExactString($0.rules.issuer), $0) }) { _, last in last }
      state.tokens = VerifiedTokens()
    }
  }

  private func keys(of configuration: IssuerConfiguration) -> IssuerKeys {
    IssuerKeys(
      configuration.source,
      IssuerKeys.Environment(fetch: fetch, now: now) { [log, issuer = configuration.rules.issuer] reason in
        log.tellIssuer(issuer, reason)
      })
  }

  /// Whether a bearer value is a JWT: there are issuers, and it has three parts.
  func take(_ text: ArraySlice<UInt8>) -> Bool {
    hasIssuers.load(ordering: .relaxed) && JSONWebToken.isForm(of: text)
  }

  /// Verifies a token, or finds it among those that were verified.
  ///
  /// - Parameter hash: SHA-256 of the text.
  /// - Returns: nil if keys have to be fetched first, as ``verifyAfterFetch(_:_:)`` does.
  func verify(_ text: ArraySlice<UInt8>, _ hash: [UInt8]) throws(Problem) -> VerifiedToken? {
    if let token = state.withLock({ $0.tokens.token(with: hash) }) {
      if let fault = token.expiry(at: now()) { throw .badJWT(fault) }
      return token
    }
    let (token, issuer) = try parse(text)
    guard try issuer.keys.verify(token, hasFetched: false) else { return nil }
    return try accept(token, of: issuer, text.count, hash)
  }

  /// Fetches the keys of a token's issuer, and verifies the token.
  func verifyAfterFetch(_ text: ArraySlice<UInt8>, _ hash: [UInt8]) async throws(Problem) -> VerifiedToken {
    let (token, issuer) = try parse(text)
    await issuer.keys.fetch()
    // True, since keys that are still missing are an error.
    _ = try issuer.keys.verify(token, hasFetched: true)
    return try accept(token, of: issuer, text.count, hash)
  }

  private func parse(_ text: ArraySlice<UInt8>) throws(Problem) -> (JSONWebToken, Issuer) {
    try Problem.ifBadJWT { () throws(JWTFault) in
      let token = try JSONWebToken(text)
      guard let name = token.claims["iss"]?.stringValue,
        let issuer = state.withLock({ $0.issuers[ExactString(name)] })
      else { throw JWTFault("its issuer (`iss`) is none of this server's (`--jwt`)") }
      try issuer.rules.checkAlgorithm(of: token)
      return (token, issuer)
    }
  }

  private func accept(
    _ token: JSONWebToken, of issuer: Issuer, _ count: Int, _ hash: [UInt8]
  ) throws(Problem) -> VerifiedToken {
    let verified = try Problem.ifBadJWT { () throws(JWTFault) in try issuer.rules.verified(token, at: now()) }
    state.withLock { state in
      // Not after `replace`, which may have removed the key.
      guard state.issuers[ExactString(issuer.rules.issuer)] === issuer else { return }
      state.tokens.add(verified, with: hash, size: count)
    }
    return verified
  }

  // MARK: Reports

  /// Reports the failure of an expression that computes rights.
  func report(failureIn app: String, at place: JSONPointer, _ reason: String) {
    failedExpressions.withLock { $0[app, default: 0] += 1 }
    failures.report("\(app)\(place): \(reason)")
  }

  /// Writes the metrics.
  func report(in text: inout MetricsText) {
    let issuers = state.withLock { $0.issuers.values.sorted { $0.rules.issuer < $1.rules.issuer } }
    text.begin("navstate_jwt_key_fetches_total", .counter, "Fetches of the keys of an issuer of JWTs.")
    for issuer in issuers where issuer.keys.address != nil {
      let counts = issuer.keys.counts
      text.series(counts.fetched, ["issuer": issuer.rules.issuer, "result": "ok"])
      text.series(counts.failed, ["issuer": issuer.rules.issuer, "result": "failed"])
    }
    text.begin("navstate_access_failures_total", .counter, "Expressions of `access` that failed, by app.")
    for (app, count) in failedExpressions.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      text.series(count, ["app": app])
    }
  }
}
