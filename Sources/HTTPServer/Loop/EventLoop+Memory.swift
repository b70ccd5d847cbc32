extension EventLoop {
  /// Closes the connections that hold the most until a tenth of the limit is free. Spares clients that send small
  /// requests and read their responses, and requests that are being processed.
  ///
  /// - Parameter alsoOfSmall: Whether connections below the average of all loops are closed, too.
  func makeRoom(alsoOfSmall: Bool = false) {
    held.publish()
    let least = alsoOfSmall ? 1 : max(1, held.total.mean)
    let largest = connections.compactMap { connection in connection.map { (connection: $0, claim: $0.claim) } }
      .filter { $0.claim >= least && $0.connection.state.isClientsTurn }
      .sorted { $0.claim > $1.claim }
    for (connection, _) in largest {
      // This reads the published sum only, hence the calls of `publish`.
      if held.total.hasRoom { return }
      if connection.isOpen { cut(connection) }
      held.publish()
    }
    if !alsoOfSmall, held.total.isExceeded { held.total.makeRoomEverywhere() }
  }

  /// Sends an error for an incomplete request; aborts a client that does not read its responses.
  private func cut(_ connection: Connection) {
    guard connection.state.mayBeToldToStop else { return abandon(connection) }
    counters.refusedRequests.wrappingAdd(1, ordering: .relaxed)
    // Freed now, since nothing parses it after the error.
    connection.leftover = []
    refuse(limits.tooMuchHeld, number: connection.state.refuse(), of: connection)
    serve(connection)
  }
}

extension Connection {
  /// Bytes that are held because of this client, including those shared with other streams.
  fileprivate var claim: Int { heldBytes + state.events.byteCount }
}

extension HTTPConnectionState {
  /// Whether the next step is the client's: to complete a request, to read a response, or to wait for an event.
  fileprivate var isClientsTurn: Bool {
    unanswered == 0 || hasUnsent || parser.phase != .idle || !responseDeadlines.isEmpty
  }

  /// Whether the connection holds only an incomplete request, so that an error response can be sent.
  fileprivate var mayBeToldToStop: Bool { acceptsRequests && parser.phase != .idle && unanswered == 0 && !hasUnsent }
}
