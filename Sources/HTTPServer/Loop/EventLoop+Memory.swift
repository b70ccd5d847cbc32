import HTTP

extension EventLoop {
  /// Bytes up to which a connection is not counted: nearly all hold nothing that is worth an addition.
  private static let uncounted = 1 << 10

  /// Notes how much a connection holds after it was served, and makes room when the connections of all loops hold too much.
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

  /// Counts nothing to a connection any more, which has closed.
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

  /// Cuts those that hold most, until there is a tenth to spare. Who sends little and takes his answers is never among them,
  /// nor is one whose request is being carried out.
  ///
  /// - Parameter alsoOfSmall: Also those that hold less than the average over all loops.
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

  /// Tells who has sent half a request what became of it; who does not take his answers would not take that either.
  private func cut(_ connection: Connection) {
    guard connection.state.mayBeToldToStop else { return abandon(connection) }
    counters.refusedRequests.wrappingAdd(1, ordering: .relaxed)
    connection.leftover = []
    refuse(limits.tooMuchHeld, number: connection.state.refuse(), of: connection)
    serve(connection)
  }
}

extension Connection {
  /// Bytes that wait because of this client, those that others wait for as well included.
  fileprivate var claim: Int { heldBytes + state.events.byteCount }
}

extension HTTPConnectionState {
  /// Whether it is for the client to go on: to send the rest of a request, to take an answer, or to wait for news.
  fileprivate var isClientsTurn: Bool {
    unanswered == 0 || hasUnsent || parser.phase != .idle || !responseDeadlines.isEmpty
  }

  /// Whether all that is held is a request that has begun to come.
  fileprivate var mayBeToldToStop: Bool { takesRequests && parser.phase != .idle && unanswered == 0 && !hasUnsent }
}
