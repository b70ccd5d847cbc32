import Navigation

/// A message that was refused or whose recipient does not exist.
package struct Undelivered: Sendable {
  package let message: MessageRow
  /// The refusal; nil: the recipient does not exist.
  package let refused: Refused?
}

extension SessionRegistry {
  /// Sends an action to another session, as a change of the sender.
  ///
  /// The recipient must run the sender's app or an app that accepts messages from it. Otherwise the message is refused
  /// like one to a session that does not exist, after the same read of the journal.
  ///
  /// - Parameters:
  ///   - request: A request with a `message`.
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

  /// Reports whether the session exists and accepts messages from the app; nil: any app.
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

  /// Starts delivering messages, including undelivered ones from before the process started.
  ///
  /// - Parameter onFailure: Called for each message that could not be delivered.
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

  /// Stops delivering messages until the next start.
  package func stopMessages() { environment.messageDispatcher.stop() }

  private func receive(_ message: MessageRow, _ answer: @escaping @Sendable (Outcome) -> Void) {
    withStore(of: message.recipient, answer) { [environment] store in
      store.receive(message, environment, answer: answer)
    }
  }

  /// Deletes a message that changed nothing. If the deletion cannot be written, the message is delivered again.
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
