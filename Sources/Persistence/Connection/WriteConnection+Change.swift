import SQLite
import Sessions

// The rows of a change besides its own.
extension WriteConnection {
  /// Stores the steps that a change's row refers to, unless the list is already stored.
  func add(_ list: StepList, of change: Change) throws(SQLiteError) {
    if let content = list.content {
      let statement = writes.insertSteps
      bind(change.session, to: statement)
      statement.bind(list.id)
      statement.bind(list.base)
      statement.bind(text: content)
      try statement.run()
    }
    let statement = writes.insertStepUse
    bind(change.session, to: statement)
    statement.bind(change.revision)
    statement.bind(list.id)
    try statement.run()
  }

  /// Removes the lists of steps that only pruned changes used.
  func pruneSteps(of session: SessionID) throws(SQLiteError) {
    bind(session, to: writes.deleteStepUses)
    try writes.deleteStepUses.run()
    guard connection.changedRows > 0 else { return }
    bind(session, to: writes.deleteUnusedSteps)
    try writes.deleteUnusedSteps.run()
  }

  // MARK: Timers

  func perform(_ step: TimerStep, of session: SessionID) throws(SQLiteError) {
    switch step {
    case .set(let row): try insert(row, of: session)
    case .remove(let id):
      bind(session, to: writes.deleteTimer)
      writes.deleteTimer.bind(id)
      try writes.deleteTimer.run()
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

  private func insert(_ message: OutgoingMessage, of change: Change) throws(SQLiteError) {
    let statement = writes.insertMessage
    bind(change.session, to: statement)
    statement.bind(message.recipient.text)
    statement.bind(text: message.action)
    statement.bind(change.at)
    statement.bind(message.chain)
    try statement.run()
  }
}
