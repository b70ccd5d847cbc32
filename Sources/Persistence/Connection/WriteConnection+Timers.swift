import SQLite
import Sessions

extension WriteConnection {
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
}
