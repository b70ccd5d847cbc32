import CShims
import Glibc
import HTTP

/// Accepts connections from the listening sockets of one event loop, which it owns.
struct Acceptor: ~Copyable {
  /// Empty after `close`.
  private(set) var sockets: [Int32]
  /// Whether the sockets are watched.
  private(set) var isAccepting = false

  init(_ sockets: [Int32]) {
    self.sockets = sockets
  }

  deinit {
    for socket in sockets { Glibc.close(socket) }
  }

  /// Watches the sockets. If that fails, accepting is paused; see `isAccepting`.
  mutating func start(on epoll: borrowing Epoll) {
    guard !isAccepting, !sockets.isEmpty else { return }
    isAccepting = true
    for socket in sockets {
      guard epoll.add(socket, for: epoll_event.input) else { return pause(on: epoll) }
    }
  }

  /// Stops accepting when the system is out of resources (EMFILE, ENFILE, ENOBUFS, ENOMEM). Pending connections stay in
  /// the backlog, and the loop does not spin.
  private mutating func pause(on epoll: borrowing Epoll) {
    isAccepting = false
    for socket in sockets { epoll.remove(socket) }
  }

  /// Accepts the next pending connection.
  ///
  /// - Returns: The socket of the connection and the address of the client; nil when none is pending, or accepting is
  ///   paused.
  mutating func accept(from listeningSocket: Int32, on epoll: borrowing Epoll) -> (socket: Int32, peer: IPAddress)? {
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    while isAccepting {
      var socket: Int32 = -1
      let peer = SocketAddress(filledBy: { address, length in
        socket = retrying { accept4(listeningSocket, address, length, flags) }
        return socket
      })
      if let peer { return (socket, peer.peer) }
      switch errno {
      case EAGAIN: return nil
      // accept(2): pending errors of the new connection, which do not affect others.
      case ECONNABORTED, EPERM, EPROTO, ENOPROTOOPT, EOPNOTSUPP, EHOSTDOWN, ENONET, EHOSTUNREACH, ENETDOWN, ENETUNREACH:
        continue
      default: pause(on: epoll)
      }
    }
    return nil
  }

  /// Closes the sockets for good.
  mutating func close(on epoll: borrowing Epoll) {
    isAccepting = false
    for socket in sockets {
      epoll.remove(socket)
      Glibc.close(socket)
    }
    sockets = []
  }
}
