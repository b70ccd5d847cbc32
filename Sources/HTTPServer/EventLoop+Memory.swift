import HTTP

extension EventLoop {
  /// What each connection may hold without being counted: nearly all hold nothing that is worth an addition.
  private static let uncounted = 16 << 10

  /// Notes how much a connection holds after it was served, and makes room when all of the loop hold too much.
  func noteHeldBytes(of connection: Connection) {
    let bytes = connection.conversation.heldBytes + connection.leftover.count
    let counted = bytes < Self.uncounted ? 0 : bytes
    guard counted != connection.heldBytes else { return }
    let grows = counted > connection.heldBytes
    heldBytes += counted - connection.heldBytes
    connection.heldBytes = counted
    if grows, heldBytes > rules.heldBytes { makeRoom() }
  }

  /// Cuts those that hold most, until there is a tenth to spare: so all of them are looked through seldom. Who sends little and
  /// takes his answers is never among them, nor is one whose request is being carried out.
  private func makeRoom() {
    let largest = connections.compactMap { $0 }.filter { $0.heldBytes > 0 && $0.conversation.isClientsTurn }
      .sorted { $0.heldBytes > $1.heldBytes }
    for connection in largest where heldBytes > rules.heldBytes / 10 * 9 {
      if connection.isOpen { cut(connection) }
    }
  }

  /// Tells who has sent half a request what became of it; who does not take his answers would not take that either.
  private func cut(_ connection: Connection) {
    guard connection.conversation.mayBeToldToStop else { return abandon(connection) }
    counters.refusedRequests.wrappingAdd(1, ordering: .relaxed)
    connection.leftover = []
    refuse(rules.tooMuchHeld, number: connection.conversation.refuse(), of: connection)
    serve(connection)
  }
}

extension Conversation {
  /// Whether it is for the client to go on: to send the rest of a request, to take an answer, or to wait for news.
  fileprivate var isClientsTurn: Bool {
    unanswered == 0 || hasUnsent || parser.phase != .idle || !patiences.isEmpty
  }

  /// Whether all that is held is a request that has begun to come.
  fileprivate var mayBeToldToStop: Bool { takesRequests && parser.phase != .idle && unanswered == 0 && !hasUnsent }
}
