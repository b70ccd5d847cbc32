import Synchronization

extension HTTPServer {
  /// Counters since the start, and gauges of open connections and streams.
  package struct Statistics: Sendable, Equatable {
    package var openConnections = 0
    package var acceptedConnections = 0
    /// Refused with 503.
    package var refusedConnections = 0
    package var requests = 0
    /// Answered by the server itself: invalid requests and exceeded deadlines.
    package var refusedRequests = 0
    package var openStreams = 0
  }
}

/// The counters of one event loop, which other threads may read.
final class Counters: Sendable {
  let open = Atomic(0)
  let accepted = Atomic(0)
  let refusedConnections = Atomic(0)
  let requests = Atomic(0)
  let refusedRequests = Atomic(0)
  let streams = Atomic(0)
}

extension HTTPServer.Statistics {
  mutating func add(_ counters: Counters) {
    openConnections += counters.open.load(ordering: .relaxed)
    acceptedConnections += counters.accepted.load(ordering: .relaxed)
    refusedConnections += counters.refusedConnections.load(ordering: .relaxed)
    requests += counters.requests.load(ordering: .relaxed)
    refusedRequests += counters.refusedRequests.load(ordering: .relaxed)
    openStreams += counters.streams.load(ordering: .relaxed)
  }
}
