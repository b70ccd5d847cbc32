import JSON
import Navigation

extension StoredSession {
  /// Holds what the tables show against what the journal tells: takes the session back to the oldest state that is kept,
  /// and makes all that happened since happen again, step by step.
  ///
  /// - Parameter past: The changes from the oldest revision on.
  /// - Returns: The session as `GET S` answers it.
  package func checked(_ app: App, past: [PastChange]) throws(DamagedSession) -> [UInt8] {
    let store = try makeStore(app)
    let (tree, standing) = store.state.withLock { $0.committed }
    let archive = try SessionArchive(store, tree, standing, past, definition: nil)
    let retold: Tree
    do throws(ArchiveFaults) {
      retold = try archive.replayed(app)
    } catch {
      throw DamagedSession(detail: error.faults.first?.detail ?? "the journal does not lead to it")
    }
    guard retold.root == tree.root, retold.data == tree.data else {
      throw DamagedSession(detail: "the tables show another state than the journal leads to")
    }
    return store.state.withLock { store.encoded(&$0) }
  }
}
