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
  private static let addresses = 10_000

  private let proxies: TrustedProxies
  /// Nanoseconds of a monotonic clock.
  private let elapsed: @Sendable () -> Int64
  private let state = Mutex(State())

  private struct State {
    var counts: [UInt128: Count] = [:]
    var all = Count(start: .min / 2, wrong: 0)
  }

  /// The wrong codes since a time.
  private struct Count {
    var start: Int64
    var wrong: Int

    func isOver(_ limit: Int, at now: Int64) -> Bool { wrong >= limit && now - start < HandoffLimiter.pause }

    mutating func add(at now: Int64) {
      if now - start >= HandoffLimiter.pause { self = Count(start: now, wrong: 0) }
      wrong += 1
      // The pause begins with the last wrong code.
      if wrong >= HandoffLimiter.limitPerAddress { start = now }
    }
  }

  init(_ proxies: TrustedProxies, elapsed: @escaping @Sendable () -> Int64) {
    self.proxies = proxies
    self.elapsed = elapsed
  }

  /// Refuses an attempt if the address, or all together, have sent too many wrong codes.
  func check(_ exchange: Exchange) throws(Problem) {
    let (address, now) = (address(of: exchange), elapsed())
    let isOver = state.withLock { state in
      state.counts[address]?.isOver(Self.limitPerAddress, at: now) == true || state.all.isOver(Self.limitOfAll, at: now)
    }
    if isOver { throw Self.tooMany }
  }

  func countWrongCode(_ exchange: Exchange) {
    let (address, now) = (address(of: exchange), elapsed())
    state.withLock { state in
      if now - state.all.start >= Self.pause { state.all = Count(start: now, wrong: 0) }
      state.all.wrong += 1
      if state.counts.count >= Self.addresses {
        state.counts = state.counts.filter { now - $0.value.start < Self.pause }
      }
      // Addresses beyond the limit share one count.
      let key = state.counts.count < Self.addresses || state.counts[address] != nil ? address : 0
      state.counts[key, default: Count(start: now, wrong: 0)].add(at: now)
    }
  }

  private func address(of exchange: Exchange) -> UInt128 {
    exchange.peer.map { proxies.client(of: exchange.request, from: $0).subscriber.bytes } ?? 0
  }

  private static let tooMany = Problem(
    429, "too-many-codes", "Too many wrong codes were sent. Wait a minute, then send the code again.", retryAfter: 60)
}
