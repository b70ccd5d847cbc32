import Dispatch
import Glibc
import HTTP
import Memory

/// Listens, and has requests answered by a responder, on one event loop a core.
///
/// Does not know what a request means, and ends nothing but itself: signals are the composition's.
package final class Server: Sendable {
  /// What it really listens on: port 0 resolved, every address of a name.
  package let addresses: [SocketAddress]
  private let loops: [EventLoop]

  /// Takes the port; connections wait until `start`.
  ///
  /// - Parameter budget: Counts what connections hold beside all else that clients can make grow.
  package init(
    configuration: Configuration, responder: any Responder, budget: MemoryBudget = MemoryBudget()
  ) throws(ServerError) {
    precondition(configuration.loops > 0, "A server with \(configuration.loops) event loops would serve nobody.")
    let connectionLimiter = ConnectionLimiter(limits: configuration.limits, fileLimit: try raiseFileLimit())
    let limits = ConnectionLimits(limits: configuration.limits, timeouts: configuration.timeouts)
    let held = HeldBytes(limit: configuration.limits.heldBytes, budget: budget)
    let listeningSockets = try ListeningSockets(
      host: configuration.host, port: configuration.port, loops: configuration.loops)
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

  /// Begins to accept. The server lives until it is drained, also without a reference to it.
  package func start() {
    for loop in loops { loop.start() }
  }

  /// Stops: no new connection, idle ones close, open requests are finished and told `Connection: close`.
  ///
  /// - Parameters:
  ///   - seconds: After which what is still open is closed hard.
  ///   - completion: Called once, on a thread of Dispatch, when nothing is open any more.
  package func drain(within seconds: Double, completion: @escaping @Sendable () -> Void) {
    let group = DispatchGroup()
    for loop in loops {
      group.enter()
      loop.enter { $0.drain { group.leave() } }
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { loop.enter { $0.cut() } }
    }
    group.notify(queue: .global(), execute: completion)
  }

  /// Calls back when every event loop has come to what it is asked here: one that is stuck never does.
  package func afterTurn(_ done: @escaping @Sendable () -> Void) {
    let group = DispatchGroup()
    for loop in loops {
      group.enter()
      loop.enter { _ in group.leave() }
    }
    group.notify(queue: .global(qos: .utility), execute: done)
  }

  /// Runs `body`, and wakes each event loop at most once for all the answers and events that are sent within: for somebody who
  /// has many at once, such as a journal after a commit.
  package func gatheringAnswers<Result>(_ body: () throws -> Result) rethrows -> Result {
    for loop in loops { loop.inbox.hold() }
    defer { for loop in loops { loop.inbox.release() } }
    return try body()
  }

  package var statistics: Statistics {
    loops.reduce(into: Statistics()) { $0.add($1.counters) }
  }
}
