import JSON
import Sessions

// The rows of a change besides its own.
extension WriteConnection {
  // MARK: Timers

  func perform(_ step: TimerStep, of session: SessionID) throws(SQLiteError) {
    switch step {
    case .set(let row): try insert(row, of: session)
    case .remove(let id): try run(writes.deleteTimer, of: session, id)
    }
  }

  private func insert(_ row: TimerRow, of session: SessionID) throws(SQLiteError) {
    let statement = writes.insertTimer
    bind(session, to: statement)
    statement.bind(row.id)
    statement.bind(row.screen)
    statement.bind(row.effect)
    statement.bind(row.fireAt)
    statement.bind(text: row.action)
    statement.bind(text: row.recurrence)
    try statement.run()
  }

  // MARK: Messages

  func perform(_ step: MessageStep, of change: Change) throws(SQLiteError) {
    switch step {
    case .send(let message): try insert(message, of: change)
    case .remove(let id): try deleteMessage(id)
    }
  }

  func deleteMessage(_ id: Int64) throws(SQLiteError) {
    writes.deleteMessage.bind(id)
    try writes.deleteMessage.run()
  }

  private func recipient(of message: OutgoingMessage, from sender: SessionID) throws(SQLiteError) -> SessionID {
    switch message.recipient {
    case .id(let id): return id
    case .key(let key):
      bind(sender, to: writes.findRecipient)
      writes.findRecipient.bind(key)
      let found = try writes.findRecipient.fetchOne { row in SessionID(row.borrowedBytes(0)) }
      return found.flatMap { $0 } ?? .unknownRecipient
    }
  }

  /// The capacity that the messages of a change to recipients by key take.
  ///
  /// - Parameter app: The app of the sender, whose row need not exist yet.
  func entriesByKey(of change: Change, in app: String?) throws(SQLiteError) -> [MailboxEntry] {
    var entries: [MailboxEntry] = []
    for case .send(let message) in change.messages {
      guard case .key(let key) = message.recipient else { continue }
      let recipient: SessionID? =
        if let app { try find(key: key, of: app) } else { try recipient(of: message, from: change.session) }
      entries.append(
        MailboxEntry(to: recipient ?? .unknownRecipient, from: change.session, bytes: message.action.count))
    }
    return entries
  }

  private func insert(_ message: OutgoingMessage, of change: Change) throws(SQLiteError) {
    let statement = writes.insertMessage
    bind(change.session, to: statement)
    statement.bind(try recipient(of: message, from: change.session).text)
    statement.bind(text: message.action)
    statement.bind(change.at)
    statement.bind(message.chain)
    try statement.run()
  }
}

// Calls.
extension WriteConnection {
  func perform(_ change: CallRowChange) throws(SQLiteError) {
    switch change {
    case .ask(let call): try insert(call)
    case .end(let key): try deleteCall(key)
    }
  }

  private func deleteCall(_ key: String) throws(SQLiteError) {
    writes.deleteCall.bind(key)
    try writes.deleteCall.run()
  }

  private func insert(_ call: CallRow) throws(SQLiteError) {
    let statement = writes.insertCall
    statement.bind(call.key)
    bind(call.session, to: statement)
    statement.bind(call.screen)
    statement.bind(call.revision)
    statement.bind(call.at)
    statement.bind(call.request.method)
    statement.bind(call.request.url)
    statement.bind(text: JSONValue.array(call.request.fields.map(JSONValue.string)).bytes)
    statement.bind(text: call.request.body)
    statement.bind(call.request.timeout)
    statement.bind(text: call.reply)
    statement.bind(call.chain)
    statement.bind(call.attempts)
    statement.bind(call.due)
    statement.bind(call.app)
    statement.bind(call.failure)
    try statement.run()
  }

  /// Records a failed attempt, if the call still waits.
  func deferCall(_ key: String, attempts: Int, failure: String, due: Int64) throws(SQLiteError) {
    writes.deferCall.bind(key)
    writes.deferCall.bind(attempts)
    writes.deferCall.bind(failure)
    writes.deferCall.bind(due)
    try writes.deferCall.run()
  }
}
