import SQLite
import Sessions

extension Writer {
  /// Carries out a write in the transaction.
  func perform(_ write: Write, _ transaction: inout WriteTransaction) throws(SQLiteError) {
    let seq = nextSeq + transaction.numbered
    switch write {
    case .change(let change, let owner):
      try connection.append(change, as: seq)
      transaction.append(change, of: owner, as: seq)
    case .create(let projection, let answer):
      if let taken = try connection.create(projection, keeping: answer) { transaction.fail(keyOf: taken) }
    case .keep(let answer):
      try connection.keep(answer)
    case .importSlice(let slice):
      if slice.isFirst, imports.contains(slice.session) { try connection.dropImport(slice.session, 0..<Int.max) }
      try connection.write(slice, from: seq)
      transaction.append(slice, from: seq)
    case .add(let session):
      if let taken = try connection.add(session) { return transaction.fail(keyOf: taken) }
      transaction.endImport(of: session.session.session.id)
    case .dropImport(let session, let revisions, let isLast):
      try connection.dropImport(session, revisions)
      if isLast { transaction.endImport(of: session) }
    case .prune(let session, let revision):
      try connection.prune(session, before: revision)
      // What does not fit is found when the session is pruned again.
      guard !prunedHistory.isFull, let find = try connection.pruned(session, from: prunedHistory.known(of: session))
      else { break }
      transaction.add(find)
    case .token(let session, let hash):
      try connection.setToken(hash, of: session)
    case .tokens(let session, let tokens):
      try connection.setTokens(tokens, of: session)
    case .labels(let session, let labels):
      try connection.setLabels(labels, of: session)
    case .delete(let session):
      try connection.delete(session)
      for entry in backlog.entries(of: session) { try connection.deleteChange(entry.seq) }
      for change in transaction.appended where change.session == session {
        try connection.deleteChange(change.entry.seq)
      }
      transaction.delete(session)
    case .dismiss(let message):
      try connection.deleteMessage(message)
    case .probe:
      try connection.probe(as: seq)
    case .define(let app):
      try connection.define(app, replacing: true)
    case .withdraw(let app, let versions, let time):
      for version in versions { try connection.withdraw(app, version: version, at: time) }
    case .reinstate(let app, let version):
      try connection.withdraw(app, version: version, at: nil)
    case .webhook(let write):
      try connection.perform(write)
    case .appKey(let write):
      try connection.perform(write)
    }
  }
}
