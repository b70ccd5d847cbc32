extension EventLoop {
  /// Shuts down gracefully: stops accepting, closes idle connections and finishes open requests. Calls `completion` on
  /// the loop when the last connection has closed.
  func drain(completion: @escaping @Sendable () -> Void) {
    if hasEnded { return completion() }
    onEnd.append(completion)
    guard !isDraining else { return }
    // Connections that the kernel has already established are still served.
    for listeningSocket in acceptor.sockets { accept(from: listeningSocket) }
    isDraining = true
    acceptor.close(on: epoll)
    for case let connection? in connections { drain(connection) }
    // Closing the last connection above has ended the loop; without any connection, nothing else ends it.
    if connectionCount == 0, !hasEnded { end() }
  }

  private func drain(_ connection: Connection) {
    // A request that was already received is answered.
    connection.state.drain()
    connection.isReadable = true
    serve(connection)
    guard connection.isOpen, !connection.state.isOver else { return }
    connection.state.endBetweenRequests()
    if connection.state.isOver, !connection.state.hasUnsent { return close(connection) }
    // Requests that wait for an event get their fallback.
    let waiting = connection.state.responseDeadlines.filter { $0.fallback != nil }
    guard !waiting.isEmpty else { return }
    for responseDeadline in waiting { giveUp(responseDeadline.number, of: connection) }
    serve(connection)
  }

  /// Closes the remaining connections.
  func cut() {
    for case let connection? in connections {
      // A reset: the client must not take truncated content for complete.
      let isCut = connection.stream.map { !$0.isOfEvents } ?? false
      if isCut { abandon(connection, as: .drained) } else { close(connection, as: .drained) }
    }
  }
}
