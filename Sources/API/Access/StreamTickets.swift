import Support
import HTTP
import Sessions
import Synchronization

/// Single-use, short-lived tickets to listen to one session, for clients that cannot send a token, such as a browser's
/// `EventSource`.
///
/// Held in memory only, as hashes; those of several nodes are in the database. The number is limited: a session's newest
/// ticket evicts its oldest. Beyond the limit of all, the app with the most tickets loses some: of its addresses the one
/// with the most, and of that address's sessions the one with the most. So no client can use up what others need.
final class StreamTickets: Sendable {
  /// 30 s, in milliseconds.
  static let lifetime: Int64 = 30_000
  static let limitPerSession = 16

  private let limit: Int
  /// The journal that has the tickets; nil: they are in memory.
  private let journal: (any Journal)?
  private let state = Mutex(State())

  fileprivate struct State {
    var tickets: [SessionID: [Ticket]] = [:]
    var count = 0
  }

  /// The app and the address that a ticket counts for.
  struct Origin: Hashable {
    let app: String
    let address: IPAddress?
  }

  fileprivate struct Ticket {
    let hash: [UInt8]
    /// The caller that requested the ticket; the ticket has the same permissions.
    let holder: Caller
    let origin: Origin
    let issuedAt: Int64

    /// The absolute difference: a clock that was set back must not extend the lifetime.
    func isGood(at now: Int64) -> Bool { abs(now - issuedAt) < StreamTickets.lifetime }
  }

  init(limit: Int = 10_000, journal: (any Journal)? = nil) {
    self.limit = limit
    self.journal = journal.flatMap { $0.isExclusive ? nil : $0 }
  }

  /// Whether tickets are in the database, so that each node takes those of all.
  var areShared: Bool { journal != nil }

  /// Adds a ticket, to the database if tickets are there.
  func issue(
    _ hash: [UInt8], for session: SessionID, holder: Caller, from origin: Origin, at now: Int64
  ) async throws(JournalFailure) {
    guard let journal else { return add(hash, for: session, holder: holder, from: origin, at: now) }
    try await journal.add(
      StoredTicket(
        hash: hash, session: session, holder: holder.jwt?.stored ?? holder.hash, isAdmin: holder.isAdmin,
        issuedAt: now))
  }

  /// Consumes a ticket in the database, which is then invalid.
  ///
  /// - Returns: The holder; nil if the ticket is unknown for this session, used or expired.
  func redeemShared(
    _ hash: [UInt8], for session: SessionID, now: WallClock
  ) async throws(JournalFailure) -> Caller? {
    guard let ticket = try await journal?.redeemTicket(hash, of: session),
      abs(now() - ticket.issuedAt) < Self.lifetime
    else { return nil }
    if let jwt = ticket.holder.flatMap(VerifiedToken.init(stored:)) { return .jwt(jwt) }
    return ticket.isAdmin ? .admin : ticket.holder.map(Caller.token) ?? .unrestricted
  }

  func add(_ hash: [UInt8], for session: SessionID, holder: Caller, from origin: Origin, at now: Int64) {
    state.withLock { state in
      if state.count >= limit { state.makeRoom(for: max(1, limit / 10), at: now) }
      let ticket = Ticket(hash: hash, holder: holder, origin: origin, issuedAt: now)
      state.change(session, at: now) { tickets in
        if tickets.count == Self.limitPerSession { tickets.removeFirst() }
        tickets.append(ticket)
      }
    }
  }

  /// Consumes a ticket, which is then invalid.
  ///
  /// - Returns: The holder; nil if the ticket is unknown for this session, used or expired.
  func redeem(_ hash: [UInt8], for session: SessionID, at now: Int64) -> Caller? {
    state.withLock { state in
      state.change(session, at: now) { tickets in
        // Found and removed under one lock: of two requests with the same ticket, one gets it.
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

  /// Makes room for a number of tickets at once, so that a burst of requests stays cheap. Removes the expired ones, then
  /// the oldest ones of those who have the most.
  fileprivate mutating func makeRoom(for number: Int, at now: Int64) {
    let limit = count - number
    let good = tickets.flatMap { session, tickets in
      tickets.lazy.filter { $0.isGood(at: now) }.map { (session: session, ticket: $0) }
    }
    let kept = good.shared(limit, by: \.ticket.origin.app) { ofApp, limit in
      ofApp.shared(limit, by: \.ticket.origin.address) { ofAddress, limit in
        ofAddress.shared(limit, by: \.session) { ofSession, limit in ofSession.suffix(limit) }
      }
    }
    tickets = Dictionary(grouping: kept, by: \.session).mapValues { $0.map(\.ticket) }
    count = kept.count
  }
}

extension [(session: SessionID, ticket: StreamTickets.Ticket)] {
  /// Keeps at most `limit` tickets, of which each group has an equal share, and what groups with fewer leave of theirs.
  ///
  /// - Parameter some: Keeps as many tickets of a group.
  fileprivate func shared(
    _ limit: Int, by group: (Element) -> some Hashable, _ some: (Self, Int) -> Self
  ) -> Self {
    guard count > limit else { return self }
    let groups = Dictionary(grouping: self, by: group).values.sorted {
      // Of groups with as many, the one with the newest ticket is last, and gets what cannot be divided.
      ($0.count, $0.last?.ticket.issuedAt ?? 0) < ($1.count, $1.last?.ticket.issuedAt ?? 0)
    }
    var kept: Self = []
    for (index, group) in groups.enumerated() {
      kept += some(group, Swift.min(group.count, (limit - kept.count) / (groups.count - index)))
    }
    return kept
  }
}
