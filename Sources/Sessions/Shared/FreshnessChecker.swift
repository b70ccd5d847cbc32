import Synchronization

/// Finds out whether sessions in memory are at least as new as all that any node had acknowledged when a request arrived.
///
/// A request waits for a comparison that is sent after it arrived. One comparison serves all requests that wait; two may
/// be under way.
final class FreshnessChecker: Sendable {
  /// Called with nil when the store is current, or was lost and has to be looked up again.
  typealias Checked = @Sendable (JournalFailure?) -> Void

  private let journal: any SharedJournal
  private let state = Mutex(State())

  private struct State {
    var waiting: [Waiter] = []
    var underWay = 0
  }

  private struct Waiter: Sendable {
    let store: SessionStore?
    let environment: SessionEnvironment
    let checked: Checked
  }

  /// A comparison, and the positions that it compares.
  private struct Comparison: Sendable {
    let waiters: [Waiter]
    let known: [ObjectIdentifier: KnownPosition]
  }

  private static let mostUnderWay = 2

  /// The session that was checked for the request that runs on this thread.
  @TaskLocal static var session: SessionID?

  init(_ journal: any SharedJournal) {
    self.journal = journal
  }

  /// Brings a store up to date.
  ///
  /// - Parameter store: nil: only the editions of the catalogues are read.
  func check(_ store: SessionStore?, _ environment: SessionEnvironment, checked: @escaping Checked) {
    state.withLock { $0.waiting.append(Waiter(store: store, environment: environment, checked: checked)) }
    proceed()
  }

  /// Sends the next comparison, if one is wanted and may be sent.
  private func proceed() {
    let waiters = state.withLock { state -> [Waiter] in
      guard state.underWay < Self.mostUnderWay, !state.waiting.isEmpty else { return [] }
      state.underWay += 1
      // All that wait share this comparison; a request that arrives later waits for the next one.
      defer { state.waiting = [] }
      return state.waiting
    }
    if !waiters.isEmpty { send(waiters) }
  }

  private func send(_ all: [Waiter]) {
    var stores: [SessionID: SessionStore] = [:]
    var known: [ObjectIdentifier: KnownPosition] = [:]
    var positions: [SessionID: SessionPosition] = [:]
    var waiters: [Waiter] = []
    var others: [Waiter] = []
    for waiter in all {
      if let store = waiter.store {
        let other = stores.updateValue(store, forKey: store.id)
        // One of the two has been unloaded; it is compared next.
        guard other == nil || other === store else {
          stores[store.id] = other
          others.append(waiter)
          continue
        }
        if other == nil {
          let position = store.knownPosition
          known[ObjectIdentifier(store)] = position
          positions[store.id] = position.position
        }
      }
      waiters.append(waiter)
    }
    if !others.isEmpty { state.withLock { $0.waiting = others + $0.waiting } }
    let comparison = Comparison(waiters: waiters, known: known)
    journal.check(positions) { [self] result in
      state.withLock { $0.underWay -= 1 }
      proceed()
      conclude(comparison, result)
    }
  }

  private func conclude(_ comparison: Comparison, _ result: Result<FreshnessReport, JournalFailure>) {
    switch result {
    case .failure(let failure):
      for waiter in comparison.waiters { waiter.checked(failure) }
    case .success(let report):
      for waiter in comparison.waiters {
        guard let store = waiter.store, let known = comparison.known[ObjectIdentifier(store)] else {
          waiter.checked(nil)
          continue
        }
        conclude(waiter, store, known, report.news[store.id])
      }
    }
  }

  private func conclude(_ waiter: Waiter, _ store: SessionStore, _ known: KnownPosition, _ news: SessionNews?) {
    let result = store.take(news, since: known, waiter.environment) { [self] in conclude(waiter, store, known, news) }
    switch result {
    case .current: Self.$session.withValue(store.id) { waiter.checked(nil) }
    // The caller finds `isLost`, and looks the session up again.
    case .lost: waiter.checked(nil)
    case .unclear: check(store, waiter.environment, checked: waiter.checked)
    case .waiting: break
    }
  }
}

/// The position of a store when a comparison was sent.
struct KnownPosition: Sendable {
  let position: SessionPosition
  /// Whether a commit of another node had overtaken one of the store.
  let isStale: Bool
}

/// The result of giving a store the news of its session.
enum FreshnessResult {
  case current
  /// The session was deleted, or has to be loaded anew.
  case lost
  /// The store has moved on in the meantime, and has to be compared again.
  case unclear
  /// Depends on pending writes; decided when they have completed.
  case waiting
}
