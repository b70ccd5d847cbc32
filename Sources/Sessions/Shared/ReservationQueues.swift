import Support
import Synchronization

/// The requests to contended sessions, which are carried out under a lock of the session after they have lost two races.
///
/// While a session has a queue, all its requests join it, so that one lock serves all that wait.
final class ReservationQueues: Sendable {
  /// Uses a store under the reservation.
  ///
  /// - Returns: false when the store was lost; the session has to be looked up again.
  typealias Use = LoadedSessions.Use

  private let journal: any SharedJournal
  /// The waiting requests by session; the entry exists while a reservation is asked for or used.
  private let queues = Mutex<[SessionID: [Use]]>([:])
  /// The reservations that were used.
  let count = Counter()

  init(_ journal: any SharedJournal) {
    self.journal = journal
  }

  /// Adds a request to the queue of a session, if it has one.
  func join(_ id: SessionID, _ body: @escaping Use) -> Bool {
    queues.withLock { queues in
      guard queues[id] != nil else { return false }
      queues[id]?.append(body)
      return true
    }
  }

  /// Carries out a request under a reservation.
  func reserve(_ id: SessionID, in sessions: LoadedSessions, _ body: @escaping Use) {
    let isFirst = queues.withLock { queues in
      queues[id, default: []].append(body)
      return queues[id]?.count == 1
    }
    if isFirst { next(id, sessions) }
  }

  /// Reserves the session for the requests that wait, if there are any.
  private func next(_ id: SessionID, _ sessions: LoadedSessions) {
    let isOver = queues.withLock { queues in
      guard queues[id]?.isEmpty ?? true else { return false }
      queues[id] = nil
      return true
    }
    if isOver { return }
    sessions.useLoaded(id) { [self] result in
      guard case .success(let store?) = result else { return leave(id, sessions, result) }
      let known = store.knownPosition
      journal.reserve(id, since: known.position) { [self] result in
        switch result {
        case .failure(let failure): _ = leave(id, sessions, .failure(failure))
        case .success((let reservation, let news)): use(reservation, news, since: known, store, sessions)
        }
      }
      return true
    }
  }

  /// Answers all that wait with the same result.
  private func leave(
    _ id: SessionID, _ sessions: LoadedSessions, _ result: Result<SessionStore?, JournalFailure>
  ) -> Bool {
    let waiting = queues.withLock { $0.removeValue(forKey: id) } ?? []
    for body in waiting where !body(result) { sessions.use(id, body) }
    return true
  }

  private func use(
    _ reservation: SessionReservation, _ news: SessionNews?, since known: KnownPosition, _ store: SessionStore,
    _ sessions: LoadedSessions
  ) {
    guard store.begin(reservation, with: news, since: known, sessions.environment) else {
      journal.end(reservation)
      if store.isLost { sessions.forget(store) }
      // Writes that were submitted before the reservation cannot complete under it.
      let waiting = queues.withLock { $0.removeValue(forKey: store.id) } ?? []
      for body in waiting { sessions.use(store.id, body) }
      return
    }
    count.increment()
    let waiting = queues.withLock { queues in
      defer { queues[store.id] = [] }
      return queues[store.id] ?? []
    }
    for body in waiting where !body(.success(store)) { sessions.use(store.id, body) }
    // The store first: a write that is submitted after this does not name a reservation that the journal has ended.
    store.end(reservation)
    journal.end(reservation)
    next(store.id, sessions)
  }
}
