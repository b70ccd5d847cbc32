import Sessions
import PostgresJournal

/// Checks the sessions of a database that nodes share, also while they serve it: each against its history, as an import
/// does.
struct CheckDatabase {
  let program: ServerProgram

  /// - Parameter folder: The folder of temporary files.
  func run(_ options: StoreOptions, folder: String) throws -> Int32 {
    let journal = try SharedPersistence(options, clock: wallClock)
    // Takes over no work of the nodes.
    journal.leave()
    let store = CopiedDatabase(journal, program)
    defer { store.close() }
    try store.load()
    let archives = SessionCopy(from: store, to: store, folder: folder)
    var summary = CheckSummary()
    var last: SessionID?
    while case let page = try store.sessions(after: last), let end = page.last {
      for session in page {
        summary.sessions += 1
        do {
          try archives.check(session.id)
        } catch {
          summary.damaged += 1
          program.complain("\(session.id.text): \(error)")
        }
        store.registry.unloadIfNeeded()
      }
      last = end.id
    }
    print(summary)
    return summary.isSound ? 0 : 1
  }
}
