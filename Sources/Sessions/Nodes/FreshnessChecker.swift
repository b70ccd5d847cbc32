import Synchronization

/// Finds out whether sessions in memory are at least as new as all that any node had acknowledged when a request arrived.
///
/// A request waits for a comparison that is sent after it arrived. One comparison serves all requests that wait; two may
/// be under way.
final class FreshnessChecker: Sendable {
  private let journal: any Journal
  private let state = Mutex(State())

  private struct State {
    var waiting: [Waiter] = []
    var underWay = 0
  }

  private struct Waiter: Sendable {
    let store: SessionStore
    let environment: SessionEnvironment
    let checked: @Sendable (JournalFailure?) -> Void
  }

  /// The waiting requests of a comparison, each with the position of its store when it was sent.
  private typealias Comparison = [(waiter: Waiter, known: KnownPosition)]

  private static let mostUnderWay = 2

  /// The session that was checked for the request that runs on this thread.
  static let session = ThreadValue<SessionID>()

  init(_ journal: any Journal) {
    self.journal = journal
  }

  /// Brings a store up to date. Afterwards it is current, or it was lost and has to be looked up again.
  func check(_ store: SessionStore, _ environment: SessionEnvironment) async throws(JournalFailure) {
    let failure = await awaiting { [self] checked in
      add(Waiter(store: store, environment: environment, checked: checked))
    }
    if let failure { throw failure }
  }

  private func add(_ waiter: Waiter) {
    state.withLock { $0.waiting.append(waiter) }
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
    var known: [SessionID: KnownPosition] = [:]
    var comparison: Comparison = []
    var others: [Waiter] = []
    for waiter in all {
      let store = waiter.store
      // One of two stores has been unloaded; it is compared next.
      guard stores[store.id, default: store] === store else {
        others.append(waiter)
        continue
      }
      stores[store.id] = store
      let position = known[store.id] ?? store.knownPosition
      known[store.id] = position
      comparison.append((waiter, position))
    }
    if !others.isEmpty { state.withLock { $0.waiting = others + $0.waiting } }
    Task.inline { [self, comparison, positions = known.mapValues(\.position)] in
      await compare(positions, comparison)
    }
  }

  private func compare(_ positions: [SessionID: SessionPosition], _ comparison: Comparison) async {
    let result: Result<FreshnessReport, JournalFailure>
    do throws(JournalFailure) { result = .success(try await journal.check(positions)) } catch {
      result = .failure(error)
    }
    state.withLock { $0.underWay -= 1 }
    proceed()
    for (waiter, known) in comparison {
      switch result {
      case .failure(let failure): waiter.checked(failure)
      case .success(let report): conclude(waiter, known, report.news[waiter.store.id])
      }
    }
  }

  private func conclude(_ waiter: Waiter, _ known: KnownPosition, _ news: SessionNews?) {
    switch waiter.store.apply(news, since: known, waiter.environment) {
    case .current: Self.session.withValue(waiter.store.id) { waiter.checked(nil) }
    // The caller finds `isLost`, and looks the session up again.
    case .lost: waiter.checked(nil)
    case .unclear: add(waiter)
    case .waiting:
      Task.inline { [self] in
        await waiter.store.pendingWrites()
        conclude(waiter, known, news)
      }
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
