import HTTP
import Synchronization

/// Limits wrong handoff codes, of one address and of all, so that codes cannot be guessed.
///
/// Counts addresses of loopback too: a code protects a session, not the server.
final class HandoffLimiter: Sendable {
  /// The number of wrong codes after which an address has to wait.
  static let limitPerAddress = 5
  /// The number of wrong codes in a minute after which all have to wait.
  static let limitOfAll = 1_000
  /// One minute, in nanoseconds.
  private static let pause: Int64 = 60_000_000_000
  /// The limit of addresses that are counted separately.
  private static let maximumAddresses = 10_000

  private let addresses: ClientAddresses
  /// Nanoseconds of a monotonic clock.
  private let elapsed: @Sendable () -> Int64
  private let state = Mutex(State())

  private struct State {
    var counts: [UInt128: Count] = [:]
    var all = Count()

    /// The key of an address; addresses beyond the limit share one count.
    func key(of address: UInt128) -> UInt128 {
      counts.count < HandoffLimiter.maximumAddresses || counts[address] != nil ? address : 0
    }
  }

  /// The wrong codes since a time, attempts without a result included.
  private struct Count {
    var start = Int64.min / 2
    var wrong = 0

    /// - Returns: false when the limit is reached, until a minute after the last wrong code.
    mutating func take(_ limit: Int, at now: Int64) -> Bool {
      if now - start >= HandoffLimiter.pause { self = Count(start: now) }
      guard wrong < limit else { return false }
      wrong += 1
      if wrong == limit { start = now }
      return true
    }

    mutating func giveBack() { wrong = max(0, wrong - 1) }
  }

  init(_ addresses: ClientAddresses, elapsed: @escaping @Sendable () -> Int64) {
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
      let key = state.key(of: address)
      return state.counts[key, default: Count()].take(Self.limitPerAddress, at: now)
        && state.all.take(Self.limitOfAll, at: now)
    }
    guard isAllowed else { throw Self.tooMany }
  }

  /// Takes back an attempt that was not wrong.
  func takeBack(_ exchange: Exchange) {
    let address = address(of: exchange)
    state.withLock { state in
      state.counts[state.key(of: address)]?.giveBack()
      state.all.giveBack()
    }
  }

  private func address(of exchange: Exchange) -> UInt128 {
    exchange.peer.map { addresses.client(of: exchange.request, from: $0).subscriber.bytes } ?? 0
  }

  private static let tooMany = Problem(
    429, "too-many-codes", "Too many wrong codes were sent. Wait a minute, then send the code again.", retryAfter: 60)
}
