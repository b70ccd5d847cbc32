import Sessions

/// Counts the undelivered messages of recipients before more are sent to them.
///
/// Messages of other transactions that are under way are not counted, so the limit may be exceeded by those.
struct MailboxCheck {
  private var sent: [SentMessage] = []

  private struct SentMessage {
    let unit: Int
    let sender: SessionID
    /// The sender's app, if the sender does not exist yet.
    let app: String?
    let message: OutgoingMessage
  }

  init(_ units: [CommitUnit]) {
    for (index, unit) in units.enumerated() {
      for write in (unit.start ?? unit).writes {
        guard case .change(let change, _) = write.write else { continue }
        for case .send(let message) in change.messages {
          sent.append(SentMessage(unit: index, sender: change.session, app: unit.created?.app, message: message))
        }
      }
    }
  }

  /// Reports the units whose messages would exceed the limit.
  func run(
    on connection: PostgresConnection, limit: MailboxLimit, failed: (Int, JournalFailure) -> Void
  ) throws(PostgresError) {
    guard !sent.isEmpty else { return }
    var parameters = PostgresParameters()
    parameters.append(sessions: sent.map(\.sender))
    parameters.append(sessions: sent.map(\.message.recipient.id))
    parameters.append(texts: sent.map(\.message.recipient.key))
    parameters.append(texts: sent.map(\.app))
    // The query sees committed messages only; those of this transaction are added to its counts here.
    var uses: [SessionID: MailboxUse] = [:]
    for row in try connection.run(SharedWriteStatements.mailboxes, parameters).rows {
      let message = sent[row.int(0)]
      let bytes = message.message.action.count
      let mailbox = MailboxEntry(to: row.session(1), from: message.sender, bytes: bytes).mailbox
      let use = uses[mailbox] ?? MailboxUse(messages: row.int(2), bytes: row.int(3))
      guard let next = use.adding(bytes, within: limit) else {
        failed(message.unit, .mailboxFull(limit: limit))
        continue
      }
      uses[mailbox] = next
    }
  }
}

extension OutgoingMessage.Recipient {
  /// The id of the recipient; nil: it is named by its key.
  var id: SessionID? { if case .id(let id) = self { id } else { nil } }
  /// The key of the recipient; nil: it is named by its id.
  var key: String? { if case .key(let key) = self { key } else { nil } }
}
