import JSON
import Navigation
import Sessions

// The comparison of the database with what the clients know.
extension NodesSimulation {
  func audit() {
    for (id, session) in ledger.sessions.sorted(by: { $0.key.text < $1.key.text }) {
      guard let rows = database.sessions[id] else {
        if !session.mayBeDeleted { fail("\(id.text) is lost") }
        continue
      }
      if session.isDeleted { fail("\(id.text) was deleted and is still there") }
      if rows.row.revision < session.newest {
        fail("\(id.text) is at \(rows.row.revision), \(session.newest) was told")
      }
      let revisions = rows.changes.map(\.change.revision)
      if revisions != Array(2..<max(rows.row.revision + 1, 2)) { fail("\(id.text) has a gap: \(revisions)") }
      if !rows.timers.values.allSatisfy({ $0.fireAt > now }) { fail("a timer of \(id.text) has not fired") }
      figures.fired += rows.changes.count { $0.change.actor == "timer" }
    }
    if let id = database.restored.first { fail("pruned revisions of \(id.text) are available again") }
    if !database.messages.isEmpty { fail("\(database.messages.count) messages were not delivered") }
    auditAttempts()
    auditMessages()
  }

  /// Each acknowledged change is there once, at its revision; an unknown one at most once; a refused one never.
  private func auditAttempts() {
    for (number, attempt) in ledger.attempts.enumerated() {
      guard let rows = database.sessions[attempt.session] else { continue }
      let revisions = rows.changes.map(\.change).filter { Array($0.text[$0.action]) == attempt.sent }.map(\.revision)
      switch attempt.outcome {
      case .done(let revision):
        if revisions != [revision] { fail("\(number) was acknowledged at \(revision) and is at \(revisions)") }
      case .refused, .unchanged:
        if !revisions.isEmpty { fail("\(number) was not carried out and is at \(revisions)") }
      case .unknown, .running:
        if revisions.count > 1 { fail("\(number) is at \(revisions)") }
      }
    }
  }

  /// Each message of an acknowledged change was delivered once, those of one sender in their order.
  private func auditMessages() {
    for (number, attempt) in ledger.attempts.enumerated() {
      guard let recipient = attempt.recipient, let rows = database.sessions[recipient],
        database.sessions[attempt.session] != nil
      else { continue }
      let heard = attempt.letters.map { letter in
        rows.changes.filter { String(decoding: $0.change.text[$0.change.action], as: UTF8.self).contains(letter) }
          .map(\.change.revision)
      }
      if let twice = heard.first(where: { $0.count > 1 }) { fail("a message of \(number) was delivered at \(twice)") }
      let revisions = heard.compactMap(\.first)
      if revisions != revisions.sorted() { fail("the messages of \(number) were delivered at \(revisions)") }
      figures.messages += revisions.count
      if case .done = attempt.outcome, recipient != attempt.session, rows.snapshot.session.app == "walkie",
        revisions.count != attempt.letters.count
      {
        fail("of the messages of \(number) \(revisions.count) were delivered")
      }
    }
  }
}
