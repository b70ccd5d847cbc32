import Synchronization

extension Server {
  /// Counts since the start, and what is open now.
  package struct Statistics: Sendable, Equatable {
    package var openConnections = 0
    package var acceptedConnections = 0
    /// Turned away with 503.
    package var refusedConnections = 0
    package var requests = 0
    /// Answered by the server itself: no request, or too slow.
    package var refusedRequests = 0
    package var openStreams = 0
  }
}

/// The counters of one event loop: written there, read anywhere.
final class Counters: Sendable {
  let open = Atomic(0)
  let accepted = Atomic(0)
  let refusedConnections = Atomic(0)
  let requests = Atomic(0)
  let refusedRequests = Atomic(0)
  let streams = Atomic(0)
}

extension Server.Statistics {
  mutating func add(_ counters: Counters) {
    openConnections += counters.open.load(ordering: .relaxed)
    acceptedConnections += counters.accepted.load(ordering: .relaxed)
    refusedConnections += counters.refusedConnections.load(ordering: .relaxed)
    requests += counters.requests.load(ordering: .relaxed)
    refusedRequests += counters.refusedRequests.load(ordering: .relaxed)
    openStreams += counters.streams.load(ordering: .relaxed)
  }
}
