import SQLite
import Sessions

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
}
