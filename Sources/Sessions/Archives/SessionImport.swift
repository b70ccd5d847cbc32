import JSON
import Navigation

/// The result of an import.
package enum ImportResult: Sendable {
  case created(SessionID, StoredResponse, revision: Int)
  /// A session with this id already exists.
  case exists(SessionID)
  /// Another session of the app has the key.
  case keyTaken(String)
  case journalBusy
  case failed(JournalFailure)
}

/// An import of a session from an archive. Other writes may run between its slices.
struct SessionImport: Sendable {
  let sessions: LoadedSessions

  private var environment: SessionEnvironment { sessions.environment }

  /// Imports a session; it can be found once it is durable.
  ///
  /// - Parameters:
  ///   - app: The app that the archive was checked with.
  ///   - definitions: The versions of the app that come with the archive.
  ///   - supplement: The data that the archive lacks.
  ///   - render: Renders the response from the session's JSON.
  func add(
    _ archive: CheckedArchive, of app: AppVersions, defining definitions: [StoredApp],
    with supplement: ArchiveSupplement, render: (_ session: [UInt8]) -> StoredResponse
  ) async -> ImportResult {
    let id = archive.session.id
    do throws(JournalFailure) {
      guard try await sessions.find(id) == nil else { return .exists(id) }
    } catch {
      if case .damaged = error { return .exists(id) }
      return .failed(error)
    }
    var slices = ImportSlices(of: archive, environment.limits)
    let result: ImportResult
    do throws(JournalFailure) {
      if try await write(&slices) {
        result = await finish(archive.store(app, supplement), supplement, definitions, render)
      } else {
        result = .journalBusy
      }
    } catch {
      result = .failed(error)
    }
    if case .created = result { return result }
    await drop(slices.written, of: id)
    return result
  }

  /// Writes the changes, each slice after the previous one is durable.
  ///
  /// - Returns: false when the queue of writes is full.
  private func write(_ slices: inout ImportSlices) async throws(JournalFailure) -> Bool {
    while true {
      // Reading the archive may block, which a callback of the journal must not.
      await environment.proceedLater()
      guard let slice = try slices.next() else { return true }
      guard try await environment.journal.store(.importSlice(slice)) else { return false }
      slices.written = slices.written.lowerBound..<slices.written.upperBound + slice.changes.count
    }
  }

  private func finish(
    _ store: SessionStore, _ supplement: ArchiveSupplement, _ definitions: [StoredApp],
    _ render: (_ session: [UInt8]) -> StoredResponse
  ) async -> ImportResult {
    let (timers, revision) = (store.timerRows, store.state.withLock { $0.revision })
    let rendered = render(store.state.withLock { store.encoded(&$0) })
    let session = ImportedSession(
      session: store.wholeSnapshot(), timers: timers, calls: supplement.calls, tokens: supplement.tokens,
      idempotencyRecords: supplement.idempotencyRecords, apps: definitions)
    do throws(JournalFailure) {
      guard try await sessions.store(.add(session), of: store) else { return .journalBusy }
    } catch {
      switch error {
      case .damaged: return .exists(store.id)
      case .keyTaken: return .keyTaken(store.metadata.key ?? "")
      default: return .failed(error)
      }
    }
    sessions.add(store)
    environment.timerScheduler.schedule(timers.map(TimerStep.set), of: store.id)
    return .created(store.id, rendered, revision: revision)
  }

  /// Deletes the written changes of a failed import. The next start deletes those that cannot be deleted now.
  private func drop(_ revisions: Range<Int>, of session: SessionID) async {
    var rest = revisions
    while !rest.isEmpty {
      let part = rest.prefix(ImportSlices.rows)
      rest = rest.dropFirst(part.count)
      let write = Write.dropImport(session, revisions: part, isLast: rest.isEmpty)
      guard (try? await environment.journal.store(write)) == true else { return }
      await environment.proceedLater()
    }
  }
}

/// The slices of changes to write, small enough not to delay other writes.
struct ImportSlices: Sendable {
  let session: SessionID
  private var lines: ArchiveLines
  /// The revisions that are durable.
  var written: Range<Int>

  /// The maximum number of changes in a slice, and of their bytes.
  static let rows = 256
  private static let bytes = 256 << 10

  init(of archive: CheckedArchive, _ limits: SessionLimits) {
    session = archive.session.id
    lines = archive.lines(limits)
    let first = max(archive.session.undoState.oldest, 2)
    written = first..<first
  }

  /// Returns the next slice; nil: there are no more.
  mutating func next() throws(JournalFailure) -> ImportSlice? {
    let isFirst = written.isEmpty
    var (changes, size) = ([Change](), 0)
    while changes.count < Self.rows, size < Self.bytes, case .line(let line)? = try lines.next() {
      let change = try change(line)
      changes.append(change)
      size += change.text.count
    }
    lines.releaseLongLine()
    return changes.isEmpty ? nil : ImportSlice(session: session, changes: changes, isFirst: isFirst)
  }

  /// The row of a line. Its texts are parts of the line if that is long.
  private func change(_ line: ArraySlice<UInt8>) throws(JournalFailure) -> Change {
    let (archived, ranges) = try CheckedArchive.change(line)
    guard let ranges, let action = ranges["action"], let edits = ranges["edits"], let outputs = ranges["outputs"] else {
      return Change(archived, of: session)
    }
    return Change(
      session: session, revision: archived.revision, at: archived.at, origin: archived.origin, text: lines.text,
      action: action, edits: edits, outputs: outputs, refused: ranges["refused"], stateOf: archived.stateOf,
      record: nil)
  }
}

extension CheckedArchive {
  fileprivate func store(_ app: AppVersions, _ supplement: ArchiveSupplement) -> SessionStore {
    var metadata = session.metadata
    metadata.creation = metadata.creation ?? ChangeOrigin()
    if !hasDefinitions { metadata.bareRevision = session.revision }
    let store = SessionStore(
      id: session.id, apps: app, createdAt: session.createdAt, updatedAt: session.updatedAt,
      revision: session.revision, outputs: session.outputs, undoState: session.undoState, tree: tree,
      tokenHash: supplement.tokenHash, tokens: supplement.tokens, metadata: metadata,
      idempotencyRecords: supplement.idempotencyRecords, flow: app.flow(from: tree, supplement.counted))
    let calls = supplement.calls.map(\.waiting)
    store.state.withLock { $0.calls = calls }
    return store
  }
}

extension Change {
  /// The row of an archived change, without its timers: the pending ones are stored with the session.
  fileprivate init(_ change: ArchivedChange, of session: SessionID) {
    var text: [UInt8] = []
    var json = JSONWriter(capacity: 512)
    func append(_ write: (inout JSONWriter) -> Void) -> Range<Int> {
      write(&json)
      let start = text.count
      json.withBytes { text += $0 }
      json.truncate(to: 0)
      return start..<text.count
    }
    let action = append { $0.append(value: change.action) }
    let edits = append { $0.append(value: change.edits) }
    let outputs = append { $0.append(value: change.outputs) }
    let refused = change.refused.map { refused in append { refused.write(to: &$0) } }
    self.init(
      session: session, revision: change.revision, at: change.at, origin: change.origin, text: text, action: action,
      edits: edits, outputs: outputs, refused: refused, stateOf: change.stateOf, record: nil)
  }
}
