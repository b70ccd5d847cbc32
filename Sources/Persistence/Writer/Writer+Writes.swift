import SQLite
import Sessions

extension Writer {
  func perform(_ write: Write) throws(SQLiteError) {
    switch write {
    case .change(let change, let owner):
      let seq = nextSeq + numbered
      try connection.append(change, as: seq)
      numbered += 1
      let entry = ProjectionBacklog.Entry(revision: change.revision, seq: seq)
      appended.append(AppendedChange(session: change.session, entry: entry, owner: owner))
    case .create(let projection, let answer):
      try connection.create(projection, keeping: answer)
    case .keep(let answer):
      try connection.keep(answer)
    case .importSlice(let slice):
      if slice.isFirst, imports[slice.session] != nil { try connection.dropImport(slice.session, 0..<Int.max) }
      try connection.write(slice, from: nextSeq + numbered)
      importSteps.append((slice.session, .began(nextSeq + numbered)))
      numbered += Int64(slice.changes.count)
    case .add(let session):
      try connection.add(session)
      importSteps.append((session.session.session.id, .ended))
    case .dropImport(let session, let revisions, let isLast):
      try connection.dropImport(session, revisions)
      if isLast { importSteps.append((session, .ended)) }
    case .prune(let session, let revision):
      try connection.prune(session, before: revision)
      // What does not fit is found when the session is pruned again.
      guard !prunedHistory.isFull, let find = try connection.pruned(session, from: prunedHistory.known(of: session))
      else { break }
      finds.append(find)
    case .token(let session, let hash):
      try connection.setToken(hash, of: session)
    case .delete(let session):
      try connection.delete(session)
      for entry in backlog.entries(of: session) { try connection.deleteChange(entry.seq) }
      for change in appended where change.session == session { try connection.deleteChange(change.entry.seq) }
      deleted.append(session)
    case .dismiss(let message):
      try connection.deleteMessage(message)
    case .probe:
      try connection.probe(as: nextSeq + numbered)
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
