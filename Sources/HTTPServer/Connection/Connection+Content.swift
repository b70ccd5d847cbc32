import HTTP

/// The streamed content of a request, on its way to a receiver.
extension Connection {
  /// Sets the receiver of a request's content. Can be called from any thread.
  func receive(_ receiver: any ContentReceiver, for number: UInt32) {
    if loop.isAnswering(on: self) { return begin(receiver, for: number) }
    let isTaken = loop.inbox.postUrgent { [self] loop in
      begin(receiver, for: number)
      if isOpen { loop.serve(self) }
    }
    if !isTaken { receiver.abort() }
  }

  private func begin(_ receiver: any ContentReceiver, for number: UInt32) {
    guard isOpen, state.content?.number == number, contentReceiver == nil else { return receiver.abort() }
    contentReceiver = receiver
    state.awaitContent(into: &loop.outbound)
  }

  /// Passes a piece to the receiver. The next one is read when the receiver has taken it.
  func deliver(_ piece: [UInt8], isLast: Bool) {
    guard let contentReceiver else { return }
    // First, since a receiver that has the last piece must not be aborted.
    if isLast { self.contentReceiver = nil }
    contentReceiver.receive(piece, isLast: isLast) { [self] in
      // A loop that has ended has aborted the receiver.
      _ = loop.inbox.postUrgent { [self] loop in
        guard isOpen else { return }
        state.awaitContent(into: &loop.outbound)
        loop.serve(self)
      }
    }
  }

  /// Notifies the receiver of content that is incomplete.
  func abortContent() {
    guard let contentReceiver else { return }
    self.contentReceiver = nil
    contentReceiver.abort()
  }
}
