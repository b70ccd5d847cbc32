import Digest
import Sessions
import Synchronization

/// Single-use, short-lived tickets to listen to one session, for clients that cannot send a token, such as a browser's
/// `EventSource`.
///
/// Held in memory only, as hashes; on a shared journal they are in the database. The number is limited: a session's newest
/// ticket evicts its oldest, and beyond the limit of all the sessions with the most tickets lose theirs, so that no client
/// can use up what others need.
final class StreamTickets: Sendable {
  /// 30 s, in milliseconds.
  static let lifetime: Int64 = 30_000
  static let limitPerSession = 16

  private let limit: Int
  /// The journal that has the tickets; nil: they are in memory.
  private let journal: (any SharedJournal)?
  private let state = Mutex(State())

  fileprivate struct State {
    var tickets: [SessionID: [Ticket]] = [:]
    var count = 0
  }

  fileprivate struct Ticket {
    let hash: [UInt8]
    /// The caller that requested the ticket; the ticket has the same permissions.
    let holder: Caller
    let issuedAt: Int64

    /// The absolute difference: a clock that was set back must not extend the lifetime.
    func isGood(at now: Int64) -> Bool { abs(now - issuedAt) < StreamTickets.lifetime }
  }

  init(limit: Int = 10_000, journal: (any Journal)? = nil) {
    self.limit = limit
    self.journal = journal as? any SharedJournal
  }

  /// Whether tickets are in the database, so that each node takes those of all.
  var areShared: Bool { journal != nil }

  /// Adds a ticket, also to the database.
  ///
  /// - Parameter added: Called when the ticket was added.
  func add(
    _ hash: [UInt8], for session: SessionID, holder: Caller, at now: Int64,
    added: @escaping @Sendable (JournalFailure?) -> Void
  ) {
    guard let journal else {
      add(hash, for: session, holder: holder, at: now)
      return added(nil)
    }
    let ticket = StoredTicket(
      hash: hash, session: session, holder: holder.token, isAdmin: holder.isAdmin, issuedAt: now)
    journal.add(ticket, settled: added)
  }

  /// Consumes a ticket in the database, which is then invalid.
  ///
  /// - Parameter taken: The holder; nil if the ticket is unknown for this session, used or expired.
  func takeShared(
    _ hash: [UInt8], for session: SessionID, now: @escaping @Sendable () -> Int64,
    taken: @escaping @Sendable (Result<Caller?, JournalFailure>) -> Void
  ) {
    guard let journal else { return taken(.success(nil)) }
    journal.takeTicket(hash, of: session) { result in
      taken(
        result.map { ticket in
          guard let ticket, abs(now() - ticket.issuedAt) < Self.lifetime else { return nil }
          return ticket.isAdmin ? .admin : ticket.holder.map(Caller.token) ?? .unrestricted
        })
    }
  }

  func add(_ hash: [UInt8], for session: SessionID, holder: Caller, at now: Int64) {
    state.withLock { state in
      if state.count >= limit { state.makeRoom(for: max(1, limit / 10), at: now) }
      let ticket = Ticket(hash: hash, holder: holder, issuedAt: now)
      state.change(session, at: now) { tickets in
        if tickets.count == Self.limitPerSession { tickets.removeFirst() }
        tickets.append(ticket)
      }
    }
  }

  /// Consumes a ticket, which is then invalid.
  ///
  /// - Returns: The holder; nil if the ticket is unknown for this session, used or expired.
  func take(_ hash: [UInt8], for session: SessionID, at now: Int64) -> Caller? {
    state.withLock { state in
      state.change(session, at: now) { tickets in
        guard let index = tickets.firstIndex(where: { SHA256.isSame($0.hash, hash) }) else { return nil }
        return tickets.remove(at: index).holder
      }
    }
  }

  /// Revokes the tickets of a session whose holders match.
  func removeAll(of session: SessionID, where isGone: (Caller) -> Bool) {
    state.withLock { state in
      guard let former = state.tickets[session] else { return }
      let kept = former.filter { !isGone($0.holder) }
      state.count += kept.count - former.count
      state.tickets[session] = kept.isEmpty ? nil : kept
    }
  }

  var count: Int { state.withLock { $0.count } }
}

extension StreamTickets.State {
  /// Changes the unexpired tickets of a session.
  fileprivate mutating func change<Result>(
    _ session: SessionID, at now: Int64, _ body: (inout [StreamTickets.Ticket]) -> Result
  ) -> Result {
    let former = tickets[session] ?? []
    var kept = former.filter { $0.isGood(at: now) }
    let result = body(&kept)
    count += kept.count - former.count
    tickets[session] = kept.isEmpty ? nil : kept
    return result
  }

  /// Makes room for a number of tickets at once, so that a burst of requests stays cheap: removes the expired ones, then
  /// the oldest ones of the sessions with the most, then, if all sessions have one, the oldest of all.
  fileprivate mutating func makeRoom(for number: Int, at now: Int64) {
    let limit = count - number
    keep { $0.filter { $0.isGood(at: now) } }
    var share = StreamTickets.limitPerSession
    while count > limit, share > 1 {
      share -= 1
      keep { $0.suffix(share) }
    }
    guard count > limit else { return }
    let oldest = tickets.sorted { $0.value[0].issuedAt < $1.value[0].issuedAt }.prefix(count - limit)
    for (session, _) in oldest { tickets[session] = nil }
    count -= oldest.count
  }

  /// Keeps some tickets of each session.
  private mutating func keep(_ some: ([StreamTickets.Ticket]) -> [StreamTickets.Ticket]) {
    tickets = tickets.mapValues(some).filter { !$0.value.isEmpty }
    count = tickets.values.reduce(0) { $0 + $1.count }
  }
}
