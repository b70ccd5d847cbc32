import Support
import Synchronization

/// The requests to contended sessions, which are carried out under a lock of the session after they have lost two races.
///
/// While a session has a queue, all its requests join it, so that one lock serves all that wait.
final class ReservationQueues: Sendable {
  /// A waiting request. It receives the store under the reservation, and has submitted its write when it waits again;
  /// nil: the session has to be looked up again.
  private typealias Waiter = @Sendable (LoadedSessions.Found?) -> Void

  private let journal: any Journal
  /// The waiting requests by session; the entry exists while a reservation is asked for or used.
  private let queues = Mutex<[SessionID: [Waiter]]>([:])
  /// The reservations that were used.
  let count = Counter()

  init(_ journal: any Journal) {
    self.journal = journal
  }

  func hasQueue(of id: SessionID) -> Bool { queues.withLock { $0[id] != nil } }

  /// Waits in the queue of a session, if it has one.
  ///
  /// - Returns: nil: the session has to be looked up.
  func join(_ id: SessionID) async -> LoadedSessions.Found? {
    await awaiting { [self] waiter in
      let joins = queues.withLock { queues in
        guard queues[id] != nil else { return false }
        queues[id]?.append(waiter)
        return true
      }
      if !joins { waiter(nil) }
    }
  }

  /// Waits for a reservation.
  ///
  /// - Returns: nil: the session has to be looked up again.
  func reserve(_ id: SessionID, in sessions: LoadedSessions) async -> LoadedSessions.Found? {
    await awaiting { [self] waiter in
      let isFirst = queues.withLock { queues in
        let isFirst = queues[id] == nil
        queues[id, default: []].append(waiter)
        return isFirst
      }
      if isFirst { Task.inline { [self] in await serve(id, sessions) } }
    }
  }

  /// Reserves the session for the requests that wait, until there are none.
  private func serve(_ id: SessionID, _ sessions: LoadedSessions) async {
    do throws(JournalFailure) {
      while hasWaiting(id) {
        guard let store = try await sessions.findLoaded(id) else { return leave(id, .success(nil)) }
        let known = store.knownPosition
        let (reservation, news) = try await journal.reserve(id, since: known.position)
        guard store.begin(reservation, with: news, since: known, sessions.environment) else {
          journal.end(reservation)
          if store.isLost { sessions.forget(store) }
          // Writes that were submitted before the reservation cannot complete under it.
          return leave(id, nil)
        }
        use(reservation, store)
      }
    } catch {
      leave(id, .failure(error))
    }
  }

  /// Whether requests wait. An empty queue is removed.
  private func hasWaiting(_ id: SessionID) -> Bool {
    queues.withLock { queues in
      if queues[id]?.isEmpty ?? true { queues[id] = nil }
      return queues[id] != nil
    }
  }

  /// Answers all that wait with the same result.
  private func leave(_ id: SessionID, _ found: LoadedSessions.Found?) {
    let waiting = queues.withLock { $0.removeValue(forKey: id) } ?? []
    for waiter in waiting { waiter(found) }
  }

  private func use(_ reservation: SessionReservation, _ store: SessionStore) {
    count.increment()
    let waiting = queues.withLock { queues in
      let all = queues[store.id] ?? []
      queues[store.id] = Array(all.dropFirst(SessionReservation.capacity))
      return all.prefix(SessionReservation.capacity)
    }
    for waiter in waiting { waiter(.success(store)) }
    // The store first: a write that is submitted after this does not name a reservation that the journal has ended.
    store.end(reservation)
    journal.end(reservation)
  }
}
