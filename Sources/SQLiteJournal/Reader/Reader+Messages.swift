import Sessions

extension Reader {
  /// Reads undelivered messages of all sessions.
  func messages(_ query: MessageQuery, on connection: ReadConnection) throws(SQLiteError) -> MessagePage {
    let row = connection.messages
    defer { row.reset() }
    row.bind(query.after)
    row.bind(query.limit)
    var messages: [MessageRow] = []
    var count = 0
    var last = query.after
    while try row.step() {
      count += 1
      last = row.integer(0)
      // An invalid id was corrupted on disk: the message cannot be delivered and is skipped.
      guard let sender = SessionID(row.borrowedBytes(1)), let recipient = SessionID(row.borrowedBytes(2)) else {
        continue
      }
      messages.append(
        MessageRow(
          id: last, sender: sender, recipient: recipient, action: row.bytes(3), at: row.moment(4),
          chain: row.count(5)))
    }
    return MessagePage(messages: messages, next: count == query.limit ? last : nil)
  }
}
