import JSON
import Navigation

extension TransientSession {
  /// A message to the session itself, not delivered yet.
  struct Letter: Sendable {
    let action: Action
    /// The number of messages that led to this one.
    let chain: Int
    /// Milliseconds since 1970.
    let due: Int64
  }

  /// Puts a message into the mailbox, if it goes to the session itself.
  mutating func post(_ message: SentMessage, chain: Int) {
    guard isOwn(message) else { return }
    let slowness = chain > MessageDispatcher.longestChain ? MessageDispatcher.slowness : 0
    mailbox.append(Letter(action: message.action, chain: chain, due: now + slowness))
  }

  /// Delivers the messages to the session itself that are due, the oldest first, each as one change.
  @discardableResult
  package mutating func deliver() -> [Change] {
    var changes: [Change] = []
    while let first = mailbox.first, first.due <= now, !isExpired {
      mailbox.removeFirst()
      changes.append(receive(first))
    }
    return changes
  }

  /// Carries out a message from another session as one change. A refused message changes nothing.
  package mutating func receive(_ action: Action) -> Change { receive(Letter(action: action, chain: 0, due: now)) }

  private mutating func receive(_ letter: Letter) -> Change {
    guard !isExpired else { return Change(isChanged: false, refused: .expired) }
    begin()
    let request = ActionRequest(actions: [letter.action], origin: ChangeOrigin(actor: draft.session.id))
    do throws(ActionError) {
      draft.session.sender = draft.session.id
      try request.reduce(&draft, by: app, limits, from: .session)
    } catch {
      draft.rollBack()
      return Change(isChanged: false, refused: error)
    }
    guard !draft.isEmpty else { return Change(isChanged: false) }
    app.restartIdle(&draft)
    return commit(by: PastRecord.Cause(origin: request.origin, action: request.logged), delivering: letter)
  }
}

extension ActionError {
  /// The refusal of any request to a session that has expired.
  static let expired = ActionError.absent("no-such-session", "The session has expired.")
}
