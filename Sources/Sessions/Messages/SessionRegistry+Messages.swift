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
  /// The recipient has to be of the sender's app, or of one that names the sender's app; else the message is refused as one to
  /// a session that does not exist, after the same read of the journal.
  ///
  /// - Parameters:
  ///   - request: Its `message` says what goes where.
  ///   - isTrusted: Whether the message may go to sessions of all apps.
  package func post(
    _ request: ActionRequest, from id: SessionID, isTrusted: Bool, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    guard let recipient = request.message.flatMap({ SessionID($0.recipient) }) else {
      return perform(request, on: id, answer: answer)
    }
    find(id) { [self] result in
      switch result {
      case .success(let sender?):
        mayReceive(recipient, from: isTrusted ? nil : sender.app.name) { [self] result in
          switch result {
          case .success(true): perform(request, on: id, answer: answer)
          case .success(false): perform(request.sendingToNobody(), on: id, answer: answer)
          case .failure(let failure): answer(.failed(failure))
          }
        }
      case .success(nil): answer(.notFound)
      case .failure(let failure): answer(.failed(failure))
      }
    }
  }

  /// Whether the session exists and takes messages of sessions of that app; nil: of any.
  private func mayReceive(
    _ id: SessionID, from app: String?, answer: @escaping @Sendable (Result<Bool, JournalFailure>) -> Void
  ) {
    if let store = loadedStore(id), !store.isDeleted, store.app.acceptsMessages(from: app) {
      return answer(.success(true))
    }
    environment.journal.identity(of: id) { [catalogue] result in
      answer(
        result.map { identity in
          guard let identity else { return false }
          if app == nil || identity.app == app { return true }
          return catalogue.version(identity.appVersion, of: identity.app)?.app.acceptsMessages(from: app) ?? false
        })
    }
  }

  /// Begins to bring messages, also those that were on their way when the process ended.
  ///
  /// - Parameter noting: Is told of those that nobody had a use for.
  package func startMessages(
    _ wakeup: any WakeupTimer, onFailure: @escaping @Sendable (Undelivered) -> Void = { _ in }
  ) {
    environment.messageDispatcher.start(wakeup) { [self] message, ended in
      receive(message) { [self] outcome in
        switch outcome {
        case .journalBusy, .failed(.full), .failed(.unavailable): ended(.later)
        case .failed(.damaged): ended(.damaged)
        case .receipt: ended(.over)
        case .refused(let refused):
          dismiss(message, ended) { onFailure(Undelivered(message: message, refused: refused)) }
        case .notFound:
          dismiss(message, ended) { onFailure(Undelivered(message: message, refused: nil)) }
        default: dismiss(message, ended) {}
        }
      }
    }
  }

  /// Brings no more of them; the next start does.
  package func stopMessages() { environment.messageDispatcher.stop() }

  private func receive(_ message: MessageRow, _ answer: @escaping @Sendable (Outcome) -> Void) {
    withStore(of: message.recipient, answer) { [environment] store in
      store.receive(message, environment, answer: answer)
    }
  }

  /// Takes a message from its way that changed nothing. When that cannot be written it will be handed over once more.
  private func dismiss(
    _ message: MessageRow, _ ended: @escaping @Sendable (MessageDispatcher.DeliveryResult) -> Void,
    then done: @escaping @Sendable () -> Void
  ) {
    let taken = environment.journal.submit(.dismiss(message.id)) { failure in
      if failure == nil { done() }
      ended(failure == nil ? .over : .later)
    }
    if !taken { ended(.later) }
  }
}
