import Dispatch
import TestSupport
import Foundation
import JSON
import Navigation
import PostgresJournal
import Synchronization

@testable import Sessions

/// A store on a database of its own, and calls that wait for their results.
final class StoreHarness {
  let database: TestDatabase
  let store: SharedPersistence

  /// The start of the tests in milliseconds since 1970. A store compares its clock with that of the server.
  static let now = Int64(Date().timeIntervalSince1970 * 1_000)

  init() throws {
    database = try TestDatabase()
    store = try Self.open(database)
  }

  deinit { store.close() }

  /// Opens another store on the same database, as another server does.
  static func open(_ database: TestDatabase) throws -> SharedPersistence {
    try SharedPersistence(StoreOptions(target: database.url), clock: { Int64(Date().timeIntervalSince1970 * 1_000) })
  }

  /// Submits writes at once, and waits for all of them.
  func submit(_ writes: [(Write, SessionCommit?)]) -> [JournalFailure?] { Self.submit(writes, to: store) }

  func submit(_ write: Write, _ commit: SessionCommit?) -> JournalFailure? { submit([(write, commit)])[0] }

  /// - Parameter then: Called after the last write was submitted.
  static func submit(
    _ writes: [(Write, SessionCommit?)], to store: SharedPersistence, then: () -> Void = {}
  ) -> [JournalFailure?] {
    let results = Mutex<[Int: JournalFailure?]>([:])
    let done = DispatchSemaphore(value: 0)
    for (index, (write, commit)) in writes.enumerated() {
      let settled: @Sendable (JournalFailure?) -> Void = { failure in
        results.withLock { $0[index] = .some(failure) }
        done.signal()
      }
      if !store.submit(write, as: commit, settled: settled) { settled(.unavailable("full")) }
    }
    then()
    for _ in writes { done.wait() }
    return results.withLock { results in writes.indices.map { results[$0] ?? nil } }
  }

  /// Waits for the result of a call.
  func wait<Value: Sendable>(_ call: @escaping @Sendable (SharedPersistence) async throws -> Value) throws -> Value {
    try waiting { [store] in try await call(store) }
  }

  /// Waits for the end of a call, and returns its failure.
  func failure(of call: @escaping @Sendable (SharedPersistence) async throws -> Void) throws -> JournalFailure? {
    do {
      try wait(call)
      return nil
    } catch let failure as JournalFailure {
      return failure
    }
  }

  func load(_ id: SessionID) throws -> StoredSession? { try wait { try await $0.load(id) } }

  /// Returns the number that a query returns.
  func count(_ query: String) throws -> Int64 {
    try database.connect().run(PostgresStatement("count", query)).first?.integer(0) ?? -1
  }

  func news(_ id: SessionID, since position: SessionPosition) throws -> SessionNews? {
    try wait { try await $0.check([id: position]) }.news[id]
  }
}

/// A session as a session store writes it.
struct TestSession {
  let id: SessionID
  var position: SessionPosition
  var nextID = 3

  init(_ id: SessionID = .random()) {
    self.id = id
    let token = CommitToken.random()
    position = SessionPosition(token: token, revision: 1, revisionToken: token)
  }

  func snapshot(key: String? = nil, labels: Labels = [:], expires: Int64? = nil) -> StateSnapshot {
    let navigation = #"""
      {"id":"a1","kind":"stack","selected":0,"screens":[{"id":"a2","route":"home","params":{},
        "state":{"text":"a\u0000b","count":3}}],"presented":[]}
      """#
    return StateSnapshot(
      session: SessionRow(
        id: id, app: "app", appVersion: 1, revision: position.revision, createdAt: StoreHarness.now,
        updatedAt: StoreHarness.now, nextID: nextID, outputs: 0, data: Array("{}".utf8), tokenHash: [1, 2, 3],
        metadata: SessionMetadata(key: key, labels: labels, expires: expires)),
      navigation: Array(navigation.utf8)[...], revisionToken: position.revisionToken)
  }

  /// The creation of the session.
  func creation(
    key: String? = nil, labels: Labels = [:], expires: Int64? = nil, record: IdempotencyRecord? = nil
  ) -> (Write, SessionCommit?) {
    (
      .create(snapshot(key: key, labels: labels, expires: expires), record: record),
      SessionCommit(session: id, basis: nil, token: position.token, row: row)
    )
  }

  /// The creation of the session together with the change of its start. The position follows it.
  mutating func start(outputs: String, messages: [MessageStep] = []) -> (Write, SessionCommit?) {
    let created = snapshot()
    guard case (.change(let change, let owner), _) = change(outputs: outputs, messages: messages) else {
      preconditionFailure("`change` makes a change")
    }
    position = SessionPosition(token: .random(), revision: 2, revisionToken: position.token)
    position.revisionToken = position.token
    let commit = SessionCommit(session: id, basis: nil, token: position.token, row: row)
    return (.begin(ImportedSession(session: created, timers: []), [change], of: owner), commit)
  }

  /// The next change. The position follows it.
  mutating func change(
    outputs: String = "[]", actor: String? = nil, record: IdempotencyRecord? = nil, timers: [TimerStep] = [],
    messages: [MessageStep] = [], calls: [CallRowChange] = [], batch: BatchID? = nil
  ) -> (Write, SessionCommit?) {
    let basis = position.token
    let token = CommitToken.random()
    position = SessionPosition(token: token, revision: position.revision + 1, revisionToken: token)
    let (action, edits) = (#"{"type":"act"}"#, "[\(position.revision)]")
    let text = Array((action + edits + outputs).utf8)
    let end = action.utf8.count + edits.utf8.count
    let change = Change(
      session: id, revision: position.revision, at: StoreHarness.now, origin: ChangeOrigin(actor: actor), text: text,
      action: 0..<action.utf8.count, edits: action.utf8.count..<end, outputs: end..<text.count, record: record,
      timers: timers, messages: messages, calls: calls, batch: batch)
    return (
      .change(change, of: NoSnapshot(id: id)), SessionCommit(session: id, basis: basis, token: token, row: row)
    )
  }

  /// A write without a change. The position follows it.
  mutating func write(_ write: Write) -> (Write, SessionCommit?) {
    let basis = position.token
    position.token = .random()
    return (write, SessionCommit(session: id, basis: basis, token: position.token))
  }

  var row: SessionHeader {
    SessionHeader(
      appVersion: 1, revision: position.revision, updatedAt: StoreHarness.now,
      activeAt: StoreHarness.now, nextID: nextID, outputs: 0,
      undoState: UndoState(at: position.revision), historyBytes: 100, current: "a2", path: ["home"])
  }
}

/// A session without a snapshot to store.
final class NoSnapshot: SnapshotOwner {
  let id: SessionID

  init(id: SessionID) { self.id = id }

  func takeSnapshot() -> StateSnapshot? { nil }
  func returnSnapshot() {}
  var summary: SessionSummary? { nil }
}

/// A session with one snapshot to store.
final class OneSnapshot: SnapshotOwner {
  let id: SessionID
  private let state: Mutex<(snapshot: StateSnapshot, isTaken: Bool)>

  init(_ snapshot: StateSnapshot) {
    id = snapshot.session.id
    state = Mutex((snapshot, false))
  }

  func takeSnapshot() -> StateSnapshot? {
    state.withLock { state in
      defer { state.isTaken = true }
      return state.isTaken ? nil : state.snapshot
    }
  }

  func returnSnapshot() { state.withLock { $0.isTaken = false } }
  var summary: SessionSummary? { nil }
}
