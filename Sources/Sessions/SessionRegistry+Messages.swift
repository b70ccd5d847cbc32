import Navigation

/// A message that its recipient had no use for.
package struct Undelivered: Sendable {
  package let message: MessageRow
  /// Why; nil: there is no such session.
  package let refused: Refused?
}

extension SessionRegistry {
  /// Sends an action to another session, as a change of the one that sends it.
  ///
  /// - Parameter request: Its `message` says what goes where.
  package func post(_ request: ActionRequest, from id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    guard let recipient = request.message.flatMap({ SessionID($0.recipient) }) else {
      return perform(request, on: id, answer: answer)
    }
    find(recipient) { [self] result in
      switch result {
      case .success(.some): perform(request, on: id, answer: answer)
      case .success(nil): perform(request.sendingToNobody(), on: id, answer: answer)
      case .failure(let failure): answer(.failed(failure))
      }
    }
  }

  /// Begins to bring messages, also those that were on their way when the process ended.
  ///
  /// - Parameter noting: Is told of those that nobody had a use for.
  package func startMessages(
    _ bell: any AlarmBell, noting: @escaping @Sendable (Undelivered) -> Void = { _ in }
  ) {
    environment.postman.start(bell) { [self] message, ended in
      receive(message) { [self] outcome in
        switch outcome {
        case .journalBusy, .failed(.full), .failed(.unavailable): ended(.later)
        case .failed(.damaged): ended(.damaged)
        case .receipt: ended(.over)
        case .refused(let refused):
          dismiss(message, ended) { noting(Undelivered(message: message, refused: refused)) }
        case .notFound:
          dismiss(message, ended) { noting(Undelivered(message: message, refused: nil)) }
        default: dismiss(message, ended) {}
        }
      }
    }
  }

  /// Brings no more of them; the next start does.
  package func stopMessages() { environment.postman.stop() }

  private func receive(_ message: MessageRow, _ answer: @escaping @Sendable (Outcome) -> Void) {
    withStore(of: message.recipient, answer) { [environment] store in
      store.receive(message, environment, answer: answer)
    }
  }

  /// Takes a message from its way that changed nothing. When that cannot be written it will be handed over once more.
  private func dismiss(
    _ message: MessageRow, _ ended: @escaping @Sendable (Postman.Delivery) -> Void,
    then done: @escaping @Sendable () -> Void
  ) {
    let taken = environment.journal.submit(.dismiss(message.id)) { failure in
      if failure == nil { done() }
      ended(failure == nil ? .over : .later)
    }
    if !taken { ended(.later) }
  }
}
