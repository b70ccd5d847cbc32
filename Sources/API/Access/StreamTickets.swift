import Digest
import Sessions
import Synchronization

/// What lets somebody listen to one session, once and soon, who cannot send a token: a browser's `EventSource`.
///
/// In memory alone, as hashes, and bounded: a session's oldest ticket makes room for its newest.
final class StreamTickets: Sendable {
  /// 30 s, in milliseconds.
  static let lifetime: Int64 = 30_000
  static let limitPerSession = 16

  private let limit: Int
  private let state = Mutex(State())

  fileprivate struct State {
    var tickets: [SessionID: [Ticket]] = [:]
    var count = 0
    /// When those of all sessions were last looked through.
    var sweptAt: Int64?
  }

  fileprivate struct Ticket {
    let hash: [UInt8]
    /// Who got it: the ticket opens what he may open.
    let holder: Caller
    let issuedAt: Int64

    /// A clock that was set back must not make it last.
    func isGood(at now: Int64) -> Bool { abs(now - issuedAt) < StreamTickets.lifetime }
  }

  init(limit: Int = 10_000) {
    self.limit = limit
  }

  /// - Returns: Whether there was room for it.
  func add(_ hash: [UInt8], for session: SessionID, holder: Caller, at now: Int64) -> Bool {
    state.withLock { state in
      if state.count >= limit { state.sweep(at: now) }
      let ticket = Ticket(hash: hash, holder: holder, issuedAt: now)
      return state.change(session, at: now) { tickets, others in
        if tickets.count == Self.limitPerSession { tickets.removeFirst() }
        guard others + tickets.count < limit else { return false }
        tickets.append(ticket)
        return true
      }
    }
  }

  /// Takes a ticket: nobody can show it again.
  ///
  /// - Returns: Who got it; nil when it is none for this session, or not any more.
  func take(_ hash: [UInt8], for session: SessionID, at now: Int64) -> Caller? {
    state.withLock { state in
      state.change(session, at: now) { tickets, _ in
        guard let index = tickets.firstIndex(where: { SHA256.isSame($0.hash, hash) }) else { return nil }
        return tickets.remove(at: index).holder
      }
    }
  }

  /// Takes back those whose holders are such.
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
  /// Changes the tickets of a session that are good still.
  ///
  /// - Parameter body: Is given how many others there are, too.
  fileprivate mutating func change<Result>(
    _ session: SessionID, at now: Int64, _ body: (inout [StreamTickets.Ticket], _ others: Int) -> Result
  ) -> Result {
    let former = tickets[session] ?? []
    var kept = former.filter { $0.isGood(at: now) }
    let result = body(&kept, count - former.count)
    count += kept.count - former.count
    tickets[session] = kept.isEmpty ? nil : kept
    return result
  }

  /// At most once a second, so that a crowd at the door costs nothing.
  fileprivate mutating func sweep(at now: Int64) {
    if let sweptAt, abs(now - sweptAt) < 1_000 { return }
    sweptAt = now
    tickets = tickets.mapValues { $0.filter { $0.isGood(at: now) } }.filter { !$0.value.isEmpty }
    count = tickets.values.reduce(0) { $0 + $1.count }
  }
}
