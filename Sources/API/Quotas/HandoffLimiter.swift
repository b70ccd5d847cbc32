import Support
import Synchronization

/// Limits wrong handoff codes, of one address and of all, so that codes cannot be guessed.
///
/// Counts addresses of loopback too: a code protects a session, not the server.
final class HandoffLimiter: Sendable {
  /// The number of wrong codes after which an address has to wait.
  static let limitPerAddress = 5
  /// The number of wrong codes in a minute after which an address that has sent one has to wait.
  static let limitOfAll = 1_000
  /// The number of wrong codes in a minute after which all have to wait. Below it each address has its first attempt, so
  /// that a few hundred addresses cannot block the others.
  static let limitOfFirsts = 10_000
  /// One minute, in nanoseconds.
  private static let pause: Int64 = 60_000_000_000
  /// The number of addresses from which those without a recent wrong code are removed. An address is added with an attempt
  /// that was allowed, so their number is bounded by the limits of two minutes.
  private static let maximumAddresses = 10_000

  private let addresses: ClientAddresses
  private let elapsed: MonotonicClock
  private let state = Mutex(State())

  private struct State {
    var counts: [UInt128: Count] = [:]
    var all = Count()

    mutating func consume(by address: UInt128, at now: Int64) -> Bool {
      var count = counts[address] ?? Count()
      guard count.consume(HandoffLimiter.limitPerAddress, at: now) else { return false }
      let limit = count.wrong == 1 ? HandoffLimiter.limitOfFirsts : HandoffLimiter.limitOfAll
      guard all.consume(limit, at: now) else { return false }
      // Only now, so that a refused attempt adds no address.
      counts[address] = count
      return true
    }
  }

  /// The wrong codes since a time, attempts without a result included.
  private struct Count {
    // Longer ago than any pause, and far enough from the minimum that `now - start` cannot overflow.
    var start = Int64.min / 2
    var wrong = 0

    /// - Returns: false when the limit is reached, until a minute after the last wrong code.
    mutating func consume(_ limit: Int, at now: Int64) -> Bool {
      if now - start >= HandoffLimiter.pause { self = Count(start: now) }
      guard wrong < limit else { return false }
      wrong += 1
      if wrong == limit { start = now }
      return true
    }

    // The count may have begun anew since the attempt.
    mutating func release() { wrong = max(0, wrong - 1) }
  }

  init(_ addresses: ClientAddresses, elapsed: @escaping MonotonicClock) {
    self.addresses = addresses
    self.elapsed = elapsed
  }

  /// Counts an attempt as wrong, so that attempts at the same time are limited as well. Refuses it if the address, or all
  /// together, have sent too many wrong codes.
  func begin(_ exchange: Exchange) throws(Problem) {
    let (address, now) = (address(of: exchange), elapsed())
    let isAllowed = state.withLock { state in
      if state.counts.count >= Self.maximumAddresses {
        state.counts = state.counts.filter { now - $0.value.start < Self.pause }
      }
      return state.consume(by: address, at: now)
    }
    guard isAllowed else { throw Self.tooMany }
  }

  /// Releases an attempt that was not wrong.
  func refund(_ exchange: Exchange) {
    let address = address(of: exchange)
    state.withLock { state in
      state.counts[address]?.release()
      state.all.release()
    }
  }

  /// Whether a proxy has named the address of the client.
  func isForwarded(_ exchange: Exchange) -> Bool { address(of: exchange) != exchange.peer?.subscriber.bytes ?? 0 }

  private func address(of exchange: Exchange) -> UInt128 {
    exchange.peer.map { addresses.client(of: exchange.request, from: $0).subscriber.bytes } ?? 0
  }

  private static let tooMany = Problem(
    429, "too-many-codes", "Too many wrong handoff codes were sent. Retry in 60 s.", retryAfter: 60)
}
