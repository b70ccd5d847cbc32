import Dispatch
import Glibc
import Support

/// An HTTP/1.1 server with one event loop for each core. A `Responder` answers the requests.
///
/// The server handles connections, framing, order and deadlines; it knows nothing about the meaning of requests and
/// installs no signal handlers.
///
/// ```swift
/// let server = try HTTPServer(configuration: HTTPServer.Configuration(), responder: responder)
/// server.start()
/// // Later, for a graceful shutdown:
/// server.drain(within: 10) { exit(0) }
/// ```
package final class HTTPServer: Sendable {
  /// The listening addresses: every address of a host name, with port 0 resolved.
  package let addresses: [SocketAddress]
  private let loops: [EventLoop]
  /// Not a global queue: without a free descriptor, libdispatch ends a process whose global queues are in use.
  private let completions = DispatchQueue(label: "HTTPServer.completions", qos: .utility)

  /// Binds the port. Connections are accepted after `start`.
  ///
  /// - Parameter budget: The memory budget in which the bytes held by connections are counted.
  package init(
    configuration: Configuration, responder: any Responder, budget: MemoryBudget = MemoryBudget()
  ) throws(ServerError) {
    precondition(configuration.loops > 0, "A server with \(configuration.loops) event loops cannot serve connections.")
    let connectionLimiter = ConnectionLimiter(limits: configuration.limits, fileLimit: try raiseFileLimit())
    let limits = ConnectionLimits(limits: configuration.limits, timeouts: configuration.timeouts)
    let held = HeldBytes(limit: configuration.limits.heldBytes, budget: budget)
    let listeningSockets =
      if configuration.inherited.isEmpty {
        try ListeningSockets(host: configuration.host, port: configuration.port, loops: configuration.loops)
      } else {
        try ListeningSockets(inherited: configuration.inherited, loops: configuration.loops)
      }
    addresses = listeningSockets.addresses
    var loops: [EventLoop] = []
    for (index, sockets) in listeningSockets.sockets.enumerated() {
      let loop = try EventLoop(
        index: index, listeningSockets: sockets, responder: responder, limits: limits,
        connectionLimiter: connectionLimiter, held: held)
      held.add(loop)
      loops.append(loop)
    }
    self.loops = loops
  }

  /// Starts accepting connections. The server stays alive until it is drained, even without a reference to it.
  package func start() {
    for loop in loops { loop.start() }
  }

  /// Shuts down gracefully: accepts no new connections, closes idle ones, and finishes open requests with `Connection:
  /// close`.
  ///
  /// - Parameters:
  ///   - seconds: The time after which the remaining connections are closed.
  ///   - completion: Called once, on a Dispatch thread, when all connections are closed.
  package func drain(within seconds: Double, completion: @escaping @Sendable () -> Void) {
    let group = DispatchGroup()
    for loop in loops {
      group.enter()
      loop.enter { $0.drain { group.leave() } }
      // A loop that has ended by then has no connection to cut.
      completions.asyncAfter(deadline: .now() + seconds) { loop.enter { $0.cut() } }
    }
    group.notify(queue: completions, execute: completion)
  }

  /// Calls `done` when every event loop has run a task. A blocked loop never does, so a watchdog can detect it.
  package func afterTurn(_ done: @escaping @Sendable () -> Void) {
    let group = DispatchGroup()
    for loop in loops {
      group.enter()
      loop.enter { _ in group.leave() }
    }
    group.notify(queue: completions, execute: done)
  }

  /// Runs `body` and wakes each event loop at most once for all responses and events that it sends. For callers that
  /// send many at once, such as a journal after a commit.
  package func batchingResponses<Result>(_ body: () throws -> Result) rethrows -> Result {
    for loop in loops { loop.inbox.hold() }
    defer { for loop in loops { loop.inbox.release() } }
    return try body()
  }

  /// The metrics of all event loops together.
  package var statistics: Statistics {
    loops.reduce(into: Statistics()) { $0.add($1.counters) }
  }
}
