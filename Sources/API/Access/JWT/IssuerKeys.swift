import Sessions
import Support
import Synchronization
import Webhooks

/// The keys of an issuer, which are fetched when they are needed.
final class IssuerKeys: Sendable {
  private let source: KeySource
  private let environment: Environment
  private let state = Mutex(State())
  private let fetches = Counter()
  private let failures = Counter()

  /// The dependencies of fetches.
  struct Environment: Sendable {
    let fetch: KeyDocument.Fetch
    let now: WallClock
    /// Called with the reason of a failure.
    let onFailure: @Sendable (String) -> Void
  }

  private struct State {
    var keys: JSONWebKeySet?
    /// The last success, in milliseconds since 1970.
    var fetchedAt: Int64 = 0
    var freshUntil: Int64 = 0
    /// The last failure; nil: there was a success since.
    var failedAt: Int64?
    /// The last fetch for an unknown key.
    var soughtAt: Int64?
    var isFetching = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The times in milliseconds.
  private enum Time {
    static let age: ClosedRange<Int64> = 300_000...86_400_000
    /// Requests do not wait while keys that are this much older are fetched again.
    static let grace: Int64 = 300_000
    /// Known keys are used for as long, if the issuer is unreachable.
    static let longest: Int64 = 86_400_000
    static let betweenSearches: Int64 = 30_000
    static let afterFailure: Int64 = 5_000
  }

  init(_ source: KeySource, _ environment: Environment) {
    self.source = source
    self.environment = environment
    if case .local(let keys) = source { state.withLock { $0.keys = keys } }
  }

  /// The URL of keys that are not in a file.
  var address: String? { source.address }

  /// The numbers of fetches that succeeded and that failed.
  var counts: (fetched: Int, failed: Int) { (fetches.value, failures.value) }

  /// Checks the signature of a token.
  ///
  /// - Parameter hasFetched: Whether the request has waited for a fetch, so that it does not wait for another one.
  /// - Returns: false if the keys have to be fetched first.
  func verify(_ token: JSONWebToken, hasFetched: Bool) throws(Problem) -> Bool {
    guard let keys = try usableKeys(hasFetched: hasFetched) else { return false }
    do throws(JWTFault) {
      if try keys.verify(token) { return true }
    } catch {
      throw .badJWT(error)
    }
    if !hasFetched, address != nil, mayFetchUnknown() { return false }
    throw .badJWT(Self.unknownKey)
  }

  private static let unknownKey = JWTFault(
    "its `kid` names no key of its issuer that is known here; keys are read again at most every 30 s")

  /// The keys; nil: they have to be fetched first.
  private func usableKeys(hasFetched: Bool) throws(Problem) -> JSONWebKeySet? {
    guard address != nil else { return state.withLock(\.keys) }
    let now = environment.now()
    let (keys, freshUntil, hasFailed) = state.withLock { state in
      let keys = now - state.fetchedAt < Time.longest ? state.keys : nil
      return (keys, state.freshUntil, state.failedAt.map { now - $0 < Time.afterFailure } ?? false)
    }
    guard let keys else {
      if hasFailed || hasFetched { throw .issuerUnreachable }
      return nil
    }
    if now < freshUntil || hasFailed || hasFetched { return keys }
    guard now < freshUntil + Time.grace else { return nil }
    begin(waiting: nil)
    return keys
  }

  /// Whether a fetch may find a key that is unknown.
  private func mayFetchUnknown() -> Bool {
    let now = environment.now()
    return state.withLock { state in
      if let last = state.soughtAt, now - last < Time.betweenSearches { return state.isFetching }
      state.soughtAt = now
      return true
    }
  }

  /// Fetches the keys, or waits for the fetch in progress. A failure leaves the known keys.
  func fetch() async { await withCheckedContinuation { begin(waiting: $0) } }

  private func begin(waiting continuation: CheckedContinuation<Void, Never>?) {
    let begins = state.withLock { state in
      if let continuation { state.waiting.append(continuation) }
      defer { state.isFetching = true }
      return !state.isFetching
    }
    if begins { Task { await run() } }
  }

  private func run() async {
    do throws(DocumentError) {
      let (keys, maxAge) = try await load()
      let now = environment.now()
      let age = min(max(maxAge ?? 0, Time.age.lowerBound), Time.age.upperBound)
      fetches.increment()
      state.withLock {
        ($0.keys, $0.fetchedAt, $0.freshUntil, $0.failedAt) = (keys, now, now + age, nil)
      }
    } catch {
      failures.increment()
      state.withLock { $0.failedAt = environment.now() }
      environment.onFailure(error.description)
    }
    let waiting = state.withLock { state in
      defer { (state.waiting, state.isFetching) = ([], false) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  private func load() async throws(DocumentError) -> (JSONWebKeySet, maxAge: Int64?) {
    guard var url = address else { throw DocumentError("the keys are in a file") }
    if case .discovery(let issuer) = source {
      let metadata = try await environment.fetch(url).json
      // OpenID Connect Discovery §4.3: otherwise one issuer could give keys for another.
      guard metadata["issuer"] == .string(issuer), let keys = metadata["jwks_uri"]?.stringValue else {
        throw DocumentError("\(url) must have `issuer` as \"\(issuer)\", and `jwks_uri`")
      }
      url = keys
    }
    let document = try await environment.fetch(url)
    do throws(JWTFault) {
      return (try JSONWebKeySet(document.json, isLocal: false), document.maxAge)
    } catch {
      throw DocumentError("\(url): \(error.reason)")
    }
  }
}
