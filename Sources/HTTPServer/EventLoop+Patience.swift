import HTTP

extension EventLoop {
  /// Gives the responder of a request another time than all others have; from any thread.
  func expectAnswer(
    _ number: UInt32, of connection: Connection, within time: Duration, orElse fallback: Response?,
    onGivingUp: @escaping @Sendable () -> Void
  ) {
    let expect: Mailbox.Errand = { loop in
      let end = loop.now + time.milliseconds
      let patience = Patience(number: number, end: end, fallback: fallback, onGivingUp: onGivingUp)
      loop.wait(on: connection, patience)
    }
    if isAnswering(on: connection) { return expect(self) }
    let isTaken = mailbox.postFirst { loop in
      expect(loop)
      if connection.isOpen { loop.serve(connection) }
    }
    if !isTaken { onGivingUp() }
  }

  private func wait(on connection: Connection, _ patience: Patience) {
    guard connection.isOpen, connection.conversation.expectAnswer(patience) else { return patience.onGivingUp() }
    // A server that stops has no time for what may come later.
    if isDraining, patience.fallback != nil { giveUp(patience.number, of: connection) }
  }

  /// Answers in the place of a responder whose time is over.
  func giveUp(_ number: UInt32, of connection: Connection) {
    guard let patience = connection.conversation.takePatience(number) else { return }
    patience.onGivingUp()
    if let fallback = patience.fallback { answer(number, of: connection, with: fallback) }
  }

  /// Nobody waits there any more.
  func giveUpAll(of connection: Connection) {
    let patiences = connection.conversation.patiences
    connection.conversation.patiences = []
    for patience in patiences { patience.onGivingUp() }
  }
}
