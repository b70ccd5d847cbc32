import JSON
import Navigation
import Sessions

// The comparison of the database with the answers that the clients received.
extension NodesSimulation {
  func audit() {
    for (id, session) in ledger.sessions.sorted(by: { $0.key.text < $1.key.text }) {
      guard let rows = database.tables.sessions[id] else {
        if !session.mayBeDeleted { fail("\(id.text) is lost") }
        continue
      }
      if session.isDeleted { fail("\(id.text) was deleted, but is stored") }
      let last = database.rows[id]?.header.revision ?? 1
      if last < session.newest {
        fail("\(id.text) is at revision \(last), older than the acknowledged \(session.newest)")
      }
      let revisions = rows.history.map(\.revision)
      if revisions != Array(2..<max(last + 1, 2)) { fail("\(id.text) has a gap: \(revisions)") }
      if !rows.timers.values.allSatisfy({ $0.fireAt > now }) { fail("a timer of \(id.text) has not fired") }
      figures.fired += rows.history.count { $0.origin.actor == "timer" }
    }
    if let id = database.restored.first { fail("pruned revisions of \(id.text) are available again") }
    if !database.tables.messages.isEmpty { fail("\(database.tables.messages.count) messages were not delivered") }
    auditAttempts()
    auditMessages()
  }

  /// Checks that each acknowledged change exists once, at its revision, an unknown one at most once, and a refused one
  /// never.
  private func auditAttempts() {
    for (number, attempt) in ledger.attempts.enumerated() {
      guard let rows = database.tables.sessions[attempt.session] else { continue }
      let revisions = rows.history.filter { Array($0.text[$0.action]) == attempt.sent }.map(\.revision)
      switch attempt.outcome {
      case .done(let revision):
        if revisions != [revision] { fail("change \(number) of revision \(revision) is stored at \(revisions)") }
      case .refused, .unchanged:
        if !revisions.isEmpty { fail("change \(number) was not carried out, but is stored at \(revisions)") }
      case .unknown, .running:
        if revisions.count > 1 { fail("change \(number) is stored twice, at \(revisions)") }
      }
    }
  }

  /// Checks that each message of an acknowledged change was delivered once, in the order of its sender.
  private func auditMessages() {
    for (number, attempt) in ledger.attempts.enumerated() {
      guard let recipient = attempt.recipient, let rows = database.tables.sessions[recipient],
        database.rows[attempt.session] != nil
      else { continue }
      let heard = attempt.letters.map { letter in
        rows.history.filter { String(decoding: $0.text[$0.action], as: UTF8.self).contains(letter) }.map(\.revision)
      }
      if let twice = heard.first(where: { $0.count > 1 }) { fail("a message of \(number) is repeated at \(twice)") }
      let revisions = heard.compactMap(\.first)
      if revisions != revisions.sorted() { fail("the messages of change \(number) are out of order: \(revisions)") }
      figures.messages += revisions.count
      if case .done = attempt.outcome, recipient != attempt.session, rows.snapshot.session.app == "walkie",
        revisions.count != attempt.letters.count
      {
        fail("only \(revisions.count) messages of change \(number) were delivered")
      }
    }
  }
}
