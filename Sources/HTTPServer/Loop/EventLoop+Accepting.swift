import CShims
import Glibc
import HTTP

extension EventLoop {
  /// Connections over the limit that get a 503 at the same time; further ones are closed without a response.
  private static let refusalsAtOnce = 64

  /// Watches the listening sockets. A failure, such as for lack of descriptors, is retried with the next tick.
  func startAccepting() {
    acceptor.start(on: epoll)
    if !acceptor.isAccepting { timer.start() }
  }

  /// Accepts all pending connections.
  func accept(from listeningSocket: Int32) {
    while let accepted = acceptor.accept(from: listeningSocket, on: epoll) {
      admit(accepted.socket, from: accepted.peer)
    }
    if !acceptor.isAccepting { timer.start() }
  }

  private func admit(_ socket: Int32, from peer: IPAddress) {
    var on: Int32 = 1
    // Each write is complete, so Nagle's algorithm (RFC 896) could only delay its last segment.
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    switch connectionLimiter.acquire(peer) {
    case .success(let permit):
      counters.accepted.wrappingAdd(1, ordering: .relaxed)
      counters.open.wrappingAdd(1, ordering: .relaxed)
      let connection = add(socket, from: peer, permit)
      connection?.state.updateDeadline(at: now)
    case .failure(let error):
      counters.refusedConnections.wrappingAdd(1, ordering: .relaxed)
      // Refused connections have no permit, so only this count bounds their descriptors.
      guard refusedCount < Self.refusalsAtOnce else { Glibc.close(socket); return }
      refusedCount += 1
      guard let connection = add(socket, from: peer, nil) else { return }
      refuse(error, number: connection.state.refuse(), of: connection)
      serve(connection)
    }
  }

  private func add(_ socket: Int32, from peer: IPAddress, _ permit: ConnectionLimiter.Permit?) -> Connection? {
    // Never 0, which stands for the loop's own descriptors.
    generation = generation == .max ? 1 : generation + 1
    let connection = Connection(
      loop: self, socket: socket, peer: peer, generation: generation, permit: permit)
    // The kernel assigns the lowest free descriptor (open(2)), so the array stays short.
    if connections.count <= Int(socket) {
      connections.append(contentsOf: repeatElement(nil, count: Int(socket) + 64 - connections.count))
    }
    connections[Int(socket)] = connection
    timer.start()
    connectionCount += 1
    let flags = epoll_event.input | epoll_event.peerClosed | epoll_event.output | epoll_event.edgeTriggered
    guard epoll.add(socket, generation: generation, for: flags) else {
      close(connection)
      return nil
    }
    return connection
  }
}
