import Glibc

extension EventLoop {
  /// Stops accepting; idle connections close, open requests are finished. Calls `completion` on the loop when the
  /// last connection has closed.
  func drain(completion: @escaping @Sendable () -> Void) {
    if hasEnded { return completion() }
    onEnd.append(completion)
    guard !isDraining else { return }
    // Who was told by the kernel that the connection stands gets a chance to be served.
    for listeningSocket in listeningSockets { accept(from: listeningSocket) }
    isDraining = true
    isAccepting = false
    for listeningSocket in listeningSockets {
      epoll.remove(listeningSocket)
      Glibc.close(listeningSocket)
    }
    listeningSockets = []
    for case let connection? in connections { drain(connection) }
    if connectionCount == 0, !hasEnded { end() }
  }

  private func drain(_ connection: Connection) {
    // A request that has come already is answered.
    connection.state.drain()
    connection.isReadable = true
    serve(connection)
    guard connection.isOpen, !connection.state.isOver else { return }
    connection.state.endBetweenRequests()
    if connection.state.isOver, !connection.state.hasUnsent { return close(connection) }
    // Who waits for something new waits no longer.
    let waiting = connection.state.responseDeadlines.filter { $0.fallback != nil }
    guard !waiting.isEmpty else { return }
    for responseDeadline in waiting { giveUp(responseDeadline.number, of: connection) }
    serve(connection)
  }

  /// Closes what is still open.
  func cut() {
    for case let connection? in connections {
      // A content that was cut must not look as if it were complete.
      let isCut = connection.stream.map { !$0.isOfEvents } ?? false
      if isCut { abandon(connection, as: .drained) } else { close(connection, as: .drained) }
    }
  }
}
