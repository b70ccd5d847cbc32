import HTTP

extension EventLoop {
  /// Sets the receiver of a request's content. Can be called from any thread.
  func receive(_ receiver: any ContentReceiver, for number: UInt32, of connection: Connection) {
    if isAnswering(on: connection) { return begin(receiver, for: number, of: connection) }
    let isTaken = inbox.postUrgent { loop in
      loop.begin(receiver, for: number, of: connection)
      if connection.isOpen { loop.serve(connection) }
    }
    if !isTaken { receiver.abort() }
  }

  private func begin(_ receiver: any ContentReceiver, for number: UInt32, of connection: Connection) {
    guard connection.isOpen, connection.state.content?.number == number, connection.contentReceiver == nil else {
      return receiver.abort()
    }
    connection.contentReceiver = receiver
    connection.state.awaitContent(into: &outbound)
  }

  func deliver(_ piece: [UInt8], isLast: Bool, of connection: Connection) {
    guard let receiver = connection.contentReceiver else { return }
    if isLast { connection.contentReceiver = nil }
    receiver.receive(piece, isLast: isLast) { [self] in
      // A loop that has ended has aborted the receiver.
      _ = inbox.postUrgent { loop in
        guard connection.isOpen else { return }
        connection.state.awaitContent(into: &loop.outbound)
        loop.serve(connection)
      }
    }
  }

  /// Notifies the receiver of content that is incomplete.
  func abortContent(of connection: Connection) {
    guard let receiver = connection.contentReceiver else { return }
    connection.contentReceiver = nil
    receiver.abort()
  }
}
