import HTTP

extension EventLoop {
  /// Connections that hold less are not counted, to save additions: nearly all hold next to nothing.
  private static let uncounted = 1 << 10

  /// Updates the bytes held by a connection after it was served. Evicts connections when all loops together exceed the
  /// limit.
  func noteHeldBytes(of connection: Connection) {
    var bytes = connection.state.heldBytes + connection.leftover.count
    if let stream = connection.stream { bytes += stream.ownerBytes }
    let counted = bytes < Self.uncounted ? 0 : bytes
    let change = counted - connection.heldBytes + connection.state.events.takeHeldBytes()
    let isHolder = counted > 0 || !connection.state.events.isEmpty
    guard change != 0 || isHolder != connection.isHolder else { return }
    connection.heldBytes = counted
    count(change, isHolder, of: connection)
    if change > 0, held.isExceeded { makeRoom() }
  }

  /// Removes a closed connection from the held bytes.
  func forgetHeldBytes(of connection: Connection) {
    let change = connection.state.events.takeHeldBytes() - connection.heldBytes
    connection.heldBytes = 0
    if change != 0 || connection.isHolder { count(change, false, of: connection) }
  }

  private func count(_ change: Int, _ isHolder: Bool, of connection: Connection) {
    unpublished.bytes += change
    if isHolder != connection.isHolder { unpublished.holders += isHolder ? 1 : -1 }
    connection.isHolder = isHolder
    if abs(unpublished.bytes) >= held.step { publishHeldBytes() }
  }

  func publishHeldBytes() {
    held.publish(bytes: unpublished.bytes, holders: unpublished.holders)
    unpublished = (0, 0)
  }

  /// Closes the connections that hold the most until a tenth of the limit is free. Spares clients that send small
  /// requests and read their responses, and requests that are being processed.
  ///
  /// - Parameter alsoOfSmall: Whether connections below the average of all loops are closed, too.
  func makeRoom(alsoOfSmall: Bool = false) {
    publishHeldBytes()
    let least = alsoOfSmall ? 1 : max(1, held.mean)
    let largest = connections.compactMap { connection in connection.map { (connection: $0, claim: $0.claim) } }
      .filter { $0.claim >= least && $0.connection.state.isClientsTurn }
      .sorted { $0.claim > $1.claim }
    for (connection, _) in largest {
      if held.hasRoom { return }
      if connection.isOpen { cut(connection) }
      publishHeldBytes()
    }
    if !alsoOfSmall, held.isExceeded { held.makeRoomEverywhere() }
  }

  /// Sends an error for an incomplete request; aborts a client that does not read its responses.
  private func cut(_ connection: Connection) {
    guard connection.state.mayBeToldToStop else { return abandon(connection) }
    counters.refusedRequests.wrappingAdd(1, ordering: .relaxed)
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
  fileprivate var mayBeToldToStop: Bool { takesRequests && parser.phase != .idle && unanswered == 0 && !hasUnsent }
}
