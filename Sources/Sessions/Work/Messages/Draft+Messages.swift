import JSON
import Navigation

extension Draft {
  /// Refuses messages that are invalid for any recipient.
  func checkMessages() throws(ActionError) {
    for message in messages {
      // The text is that of a session that does not accept the message, so that it does not tell which sessions exist
      // (decision 0019).
      guard OutgoingMessage.Recipient(of: message) != nil else {
        throw .forbidden(
          "no-such-recipient",
          "No session with that id accepts the message. A session accepts messages from sessions of its own app, "
            + "and of the apps that its app names in `acceptsMessagesFrom`; what its app lists as `messages` is for "
            + "reducers and backends only.")
      }
      let size = message.action.fields.encodedSize
      guard size <= MessageDispatcher.largestAction else {
        throw .forbidden(
          "message-too-large",
          "The message's action takes \(size) bytes; the limit is \(MessageDispatcher.largestAction).")
      }
    }
  }

  /// The capacity that messages to recipients by id take in their mailboxes.
  var mailboxEntries: [MailboxEntry] {
    messages.compactMap { message in
      SessionID(message.recipient).map { MailboxEntry(to: $0, from: $0, bytes: message.action.fields.encodedSize) }
    }
  }

  /// Returns the changes of message rows that belong to the draft.
  ///
  /// - Parameter message: The message that the change delivers.
  func messageSteps(carryingOut message: MessageRow?) -> [MessageStep] {
    // A message counts its siblings, since each of them may begin a chain of its own.
    let chain = message.map { $0.chain + max(1, messages.count) } ?? 0
    let sent = messages.compactMap { sent in
      OutgoingMessage.Recipient(of: sent).map {
        MessageStep.send(
          OutgoingMessage(to: $0, action: JSONValue.object(sent.action.fields).bytes, chain: chain))
      }
    }
    return (message.map { [.remove($0.id)] } ?? []) + sent
  }
}
