import JSON
import Navigation

/// How an import ended.
package enum Importing: Sendable {
  case created(SessionID, RenderedAnswer, revision: Int)
  /// The session is there.
  case exists(SessionID)
  case faulty(ArchiveFaults)
  case journalBusy
  case failed(JournalFailure)
}

extension SessionRegistry {
  /// Makes a session of what was exported; it can be found from when it is durable. Long work: not on an event loop.
  ///
  /// - Parameters:
  ///   - definition: The app, when it comes with the session.
  ///   - render: Makes the answer of the session's JSON.
  package func add(
    _ archive: SessionArchive, of app: App, defining definition: StoredApp?, tokenHash: [UInt8],
    render: @escaping @Sendable (_ session: [UInt8]) -> RenderedAnswer,
    answer: @escaping @Sendable (Importing) -> Void
  ) {
    let tree: Tree
    do throws(ArchiveFaults) {
      tree = try archive.replayed(app, environment.limits)
    } catch {
      return answer(.faulty(error))
    }
    let id = archive.session.id
    find(id) { [self] result in
      switch result {
      case .success(_?), .failure(.damaged): return answer(.exists(id))
      case .failure(let failure): return answer(.failed(failure))
      case .success(nil): break
      }
      let store = archive.store(app, tree, tokenHash)
      let session = ImportedSession(
        session: store.wholeProjection(), changes: archive.changes.map { Change($0, of: id) },
        timers: tree.timers.map(TimerRow.init), app: definition)
      let rendered = render(store.state.withLock { store.encoded(&$0) })
      let isQueued = environment.journal.submit(.add(session)) { [self] failure in
        switch failure {
        case .damaged?: return answer(.exists(id))
        case let failure?: return answer(.failed(failure))
        case nil: break
        }
        add(store)
        environment.alarm.note(session.timers.map(TimerStep.set), of: id)
        answer(.created(id, rendered, revision: archive.session.revision))
      }
      if !isQueued { answer(.journalBusy) }
    }
  }
}

extension SessionArchive {
  /// - Parameter past: The changes from the oldest revision on; more of them are left out.
  init(
    _ store: SessionStore, _ tree: Tree, _ standing: SessionStore.Standing, _ past: [PastChange],
    definition: JSONValue?
  ) throws(DamagedSession) {
    let (oldest, revision) = (standing.timeline.oldest, standing.revision)
    let changes = past.filter { $0.revision >= oldest && $0.revision <= revision }
    guard changes.count == revision - max(oldest, 2) + 1 else {
      throw DamagedSession(detail: "changes are missing")
    }
    var draft = Draft(tree)
    for change in changes.reversed() where change.revision > oldest { try draft.revert(change) }
    let header = SessionArchive.Header(store, tree, standing, from: draft.tree)
    self.init(
      session: header, definition: definition,
      changes: try changes.map { (change) throws(DamagedSession) in try ArchivedChange(change) }, timers: tree.timers)
  }

  fileprivate func store(_ app: App, _ tree: Tree, _ tokenHash: [UInt8]) -> SessionStore {
    SessionStore(
      id: session.id, app: app, createdAt: session.createdAt, updatedAt: session.updatedAt,
      revision: session.revision, outputs: session.outputs, timeline: session.timeline,
      historyBytes: changes.reduce(0) { $0 + 192 + $1.action.encodedSize + $1.edits.encodedSize }, tree: tree,
      tokenHash: tokenHash)
  }
}

extension Change {
  /// The row of a change as it was, without its timers: those that are pending come with the session.
  fileprivate init(_ change: ArchivedChange, of session: SessionID) {
    var json = JSONWriter(capacity: 512)
    json.append(value: change.action)
    let actionEnd = json.count
    json.append(value: change.edits)
    let editsEnd = json.count
    json.append(value: change.outputs)
    self.init(
      session: session, revision: change.revision, at: change.at, actor: change.actor, text: json.bytes,
      action: 0..<actionEnd, edits: actionEnd..<editsEnd, outputs: editsEnd..<json.count, stateOf: change.stateOf,
      keeping: nil)
  }
}
