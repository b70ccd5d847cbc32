import HTTP

extension EventLoop {
  /// Checks all deadlines, once a second while there are connections. One pass over some thousand numbers costs less
  /// than keeping them sorted.
  func tick() {
    timer.acknowledge()
    startAccepting()
    if connectionCount == 0, isAccepting { timer.stop() }
    for case let connection? in connections {
      if connection.state.mayHaveMoved(by: now) {
        connection.isReadable = true
        serve(connection)
      }
      guard connection.isOpen, let expiry = connection.state.expire(at: now) else { continue }
      switch expiry {
      case .close:
        // A reset: the client must not take truncated content for complete.
        let isCut = connection.state.hasUnsent || connection.state.isStreaming
        if isCut { abandon(connection) } else { close(connection) }
      case .heartbeat:
        if connection.state.queue(.heartbeat) == .queued { writeSoon(connection) }
      case .fallback(let number):
        giveUp(number, of: connection)
        serve(connection)
      case .refusal(let error, let number):
        counters.refusedRequests.wrappingAdd(1, ordering: .relaxed)
        refuse(error, number: number, of: connection)
        serve(connection)
      }
    }
  }
}
