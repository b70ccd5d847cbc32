import JSON
import Navigation

extension SessionStore {
  /// Carries out a message from another session. The resulting change also deletes the message; without a change, the
  /// caller has to dismiss it.
  func receive(
    _ message: MessageRow, _ environment: SessionEnvironment, answer: @escaping @Sendable (Outcome) -> Void
  ) -> Progress {
    state.withLock { state in
      if state.isRetired { return .lookUpAgain }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      state.begin(at: environment.now(), environment.limits)
      do throws(Refused) {
        let request = try ActionRequest(message)
        try reduce(request, &state, environment.limits)
        guard !state.draft.isEmpty else {
          environment.actions.countNoChange()
          return state.afterPending(.unchanged, answer)
        }
        try state.reserveOrRefuse(environment)
        restartIdle(&state)
        return commit(request, carryingOut: message, &state, environment, answer)
      } catch {
        environment.actions.count(error)
        state.draft.rollBack()
        tell(of: error, ActionRequest(refused: message), &state, environment)
        return state.afterPending(.refused(error), answer)
      }
    }
  }
}

extension SessionStore.State {
  /// Refuses messages that are invalid for any recipient.
  func checkMessages() throws(Refused) {
    for message in draft.messages {
      guard SessionID(message.recipient) != nil else {
        throw .forbidden(
          "no-such-recipient",
          "No session with that id accepts the message. A session accepts messages from sessions of its own app, "
            + "and of the apps that its app names in `acceptsMessagesFrom`.")
      }
      let size = message.action.fields.encodedSize
      guard size <= MessageDispatcher.largestAction else {
        throw .forbidden(
          "message-too-large",
          "The message's action takes \(size) bytes; the limit is \(MessageDispatcher.largestAction).")
      }
    }
  }

  /// Reserves mailbox capacity for the messages of the draft.
  func reserve(_ environment: SessionEnvironment) -> Bool {
    draft.messages.isEmpty
      || environment.messageDispatcher.reserve(draft.messages.compactMap { SessionID($0.recipient) })
  }

  /// Reserves capacity or refuses, for timers and messages: they have no client that could retry.
  func reserveOrRefuse(_ environment: SessionEnvironment) throws(Refused) {
    guard reserve(environment) else { throw .forbidden("mailbox-full", "The recipient's mailbox is full.") }
  }

  /// Returns the changes of message rows that belong to the draft.
  ///
  /// - Parameter message: The message that the change delivers.
  func messageSteps(carryingOut message: MessageRow?) -> [MessageStep] {
    guard message != nil || !draft.messages.isEmpty else { return [] }
    let chain = message.map { $0.chain + 1 } ?? 0
    let sent = draft.messages.compactMap { sent in
      SessionID(sent.recipient).map {
        MessageStep.send(
          OutgoingMessage(to: $0, action: JSONValue.object(sent.action.fields).bytes, chain: chain))
      }
    }
    return (message.map { [.remove($0.id)] } ?? []) + sent
  }

  /// Starts the delivery of the last pending change's messages once it is durable.
  mutating func send(_ steps: [MessageStep], _ environment: SessionEnvironment) {
    let recipients = steps.recipients
    guard !recipients.isEmpty else { return }
    pending[pending.count - 1].waiting.append(
      SessionStore.Waiting { failure in
        if failure == nil {
          environment.messageDispatcher.wake()
        } else {
          environment.messageDispatcher.release(recipients)
        }
      })
  }
}

extension [MessageStep] {
  var recipients: [SessionID] {
    compactMap { step in
      if case .send(let message) = step { message.recipient } else { nil }
    }
  }
}

extension ActionRequest {
  /// A request for a message that was refused, possibly because it cannot be parsed.
  fileprivate init(refused message: MessageRow) {
    self.init(
      actions: [], isBatch: false, sent: JSONValue.isText(message.action) ? message.action : JSONValue.null.bytes,
      precondition: nil, key: nil, wantsSession: false, actor: message.sender.text)
  }

  fileprivate init(_ message: MessageRow) throws(Refused) {
    let json: JSONValue
    do throws(CorruptSession) {
      json = try JSONValue(stored: message.action, "the message \(message.id)")
    } catch {
      throw .invalid("not-an-action", error.detail)
    }
    self.init(
      actions: [try Action(json: json)], isBatch: false, sent: message.action, precondition: nil, key: nil,
      wantsSession: false, actor: message.sender.text)
  }
}
