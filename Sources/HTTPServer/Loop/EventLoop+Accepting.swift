import CLinux
import Glibc
import HTTP

extension EventLoop {
  /// Connections over the limit that get a 503 at the same time; further ones are closed without a response.
  private static let refusalsAtOnce = 64

  func startAccepting() {
    guard !isAccepting, !isDraining else { return }
    isAccepting = true
    let allWatched = listeningSockets.allSatisfy { epoll.add($0, for: epoll_event.input) }
    if !allWatched { pauseAccepting() }
  }

  /// Stops accepting until the next tick, when the system is out of resources (EMFILE, ENFILE, ENOBUFS, ENOMEM).
  /// Pending connections stay in the backlog, and the loop does not spin.
  private func pauseAccepting() {
    isAccepting = false
    for listeningSocket in listeningSockets { epoll.remove(listeningSocket) }
    timer.start()
  }

  func accept(from listeningSocket: Int32) {
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    while isAccepting {
      var socket: Int32 = -1
      let peer = SocketAddress(filledBy: { address, length in
        socket = retrying { accept4(listeningSocket, address, length, flags) }
        return socket
      })
      if let peer {
        admit(socket, from: peer.peer)
        continue
      }
      switch errno {
      case EAGAIN: return
      // accept(2): pending errors of the new connection, which do not affect others.
      case ECONNABORTED, EPERM, EPROTO, ENOPROTOOPT, EOPNOTSUPP, EHOSTDOWN, ENONET, EHOSTUNREACH, ENETDOWN, ENETUNREACH:
        continue
      default: return pauseAccepting()
      }
    }
  }

  private func admit(_ socket: Int32, from peer: IPAddress) {
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    switch connectionLimiter.acquire(peer) {
    case .success(let permit):
      counters.accepted.wrappingAdd(1, ordering: .relaxed)
      counters.open.wrappingAdd(1, ordering: .relaxed)
      let connection = add(socket, from: peer, permit)
      connection?.state.updateDeadline(at: now)
    case .failure(let error):
      counters.refusedConnections.wrappingAdd(1, ordering: .relaxed)
      guard refusedCount < Self.refusalsAtOnce else { Glibc.close(socket); return }
      refusedCount += 1
      guard let connection = add(socket, from: peer, nil) else { return }
      refuse(error, number: connection.state.refuse(), of: connection)
      serve(connection)
    }
  }

  private func add(_ socket: Int32, from peer: IPAddress, _ permit: ConnectionLimiter.Permit?) -> Connection? {
    generation = generation == .max ? 1 : generation + 1
    let connection = Connection(
      loop: self, socket: socket, peer: peer, generation: generation, permit: permit)
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
