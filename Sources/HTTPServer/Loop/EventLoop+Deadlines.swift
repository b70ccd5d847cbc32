import Dispatch
import HTTP
import Support

extension EventLoop {
  /// Checks all deadlines, once a second or four times while there are connections. One pass over some thousand numbers costs less
  /// than keeping them sorted.
  func tick() {
    timer.acknowledge()
    startAccepting()
    restIfIdle()
    // A paused acceptor needs the next tick for its next attempt, even without connections.
    if connectionCount == 0, acceptor.isAccepting, isResting { timer.stop() }
    // Serving can close connections, which changes the array; the iteration keeps the former value.
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
        // A stream whose queue is full needs no comment to stay open, and one that has ended gets none.
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

  /// Returns freed memory after a second without a request.
  private func restIfIdle() {
    let requests = counters.requests.load(ordering: .relaxed)
    let isIdle = requests == requestsAtTick
    if isIdle, !isResting { FreedMemory.returnIdle() }
    (isResting, requestsAtTick) = (isIdle, requests)
  }

  /// Sets the deadline of one request. Can be called from any thread.
  func expectAnswer(
    _ number: UInt32, of connection: Connection, within time: Duration, orElse fallback: Response?,
    onGivingUp: @escaping @Sendable () -> Void
  ) {
    let expect: LoopInbox.LoopTask = { loop in
      let isShort = fallback != nil && time.milliseconds <= Self.longestTick
      // A fallback is sent at the end of the time at the latest, since a proxy may wait no longer than the client.
      let early = fallback == nil ? 0 : isShort ? Self.delay : Self.longestTick
      // A wait that is shorter than the margin ends at once.
      let end = loop.now + max(0, time.milliseconds - early)
      if isShort { loop.giveUp(number, of: connection, after: time.milliseconds - early) }
      let responseDeadline = ResponseDeadline(number: number, end: end, fallback: fallback, onGivingUp: onGivingUp)
      loop.wait(on: connection, responseDeadline)
    }
    if isAnswering(on: connection) { return expect(self) }
    let isTaken = inbox.postUrgent { loop in
      expect(loop)
      if connection.isOpen { loop.serve(connection) }
    }
    // After the end of the loop no deadline passes and no connection closes, so nothing else would call it.
    if !isTaken { onGivingUp() }
  }

  private func wait(on connection: Connection, _ responseDeadline: ResponseDeadline) {
    guard connection.isOpen, connection.state.expectAnswer(responseDeadline) else {
      return responseDeadline.onGivingUp()
    }
    // A server that stops does not wait for events.
    if isDraining, responseDeadline.fallback != nil { giveUp(responseDeadline.number, of: connection) }
  }

  /// Gives a request up at a time before the next check of the deadlines.
  private func giveUp(_ number: UInt32, of connection: Connection, after milliseconds: Int64) {
    // Weak: a connection that closes before that time is freed at once.
    queue.asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds))) { [weak self, weak connection] in
      guard let self, let connection else { return }
      enter { loop in
        guard connection.isOpen else { return }
        loop.giveUp(number, of: connection)
        loop.serve(connection)
      }
    }
  }

  /// The delay of a response, in milliseconds.
  private static let delay: Int64 = 100
  /// The time from one check of the deadlines to the next.
  private static let longestTick = 1_000 + delay

  /// Sends the fallback of a request whose deadline has passed.
  func giveUp(_ number: UInt32, of connection: Connection) {
    guard let responseDeadline = connection.state.removeResponseDeadline(number) else { return }
    responseDeadline.onGivingUp()
    if let fallback = responseDeadline.fallback { answer(number, of: connection, with: fallback) }
  }

  /// Notifies the responders of all unanswered requests of a closed connection.
  func giveUpAll(of connection: Connection) {
    let responseDeadlines = connection.state.responseDeadlines
    connection.state.responseDeadlines = []
    for responseDeadline in responseDeadlines { responseDeadline.onGivingUp() }
  }
}
