import SQLite
import Sessions

extension WriteConnection {
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
