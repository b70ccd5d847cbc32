import JSON
import TestSupport
import Navigation
import Sessions

/// Sessions of an app on a journal. Timers and messages wait until the test fires the timer.
struct Server: Sendable {
  let registry: SessionRegistry
  let wakeup: ManualTimer
  private let app: App

  init(_ harness: JournalHarness, _ app: App, also others: [App] = []) {
    self.app = app
    let clock = harness.clock
    registry = SessionRegistry(
      environment: SessionEnvironment(journal: harness.journal, now: { clock.now }, limits: SessionLimits()),
      catalogue: AppCatalogue(compiled: [app] + others))
    wakeup = ManualTimer { clock.now }
  }

  func session() async throws -> SessionID {
    let request = CreationRequest(app: app, data: nil, navigation: nil, tokenHash: [1], key: nil) {
      StoredResponse(status: 201, body: $0)
    }
    guard case .created(let id, _, _) = await registry.create(request) else { throw Unexpected() }
    return id
  }

  func send(_ action: Action, to id: SessionID) async throws {
    try await perform([action], sent: JSONValue.object(action.fields).bytes, on: id)
  }

  func travel(_ historyMove: HistoryMove, in id: SessionID) async throws {
    try await perform([], historyMove, sent: Array(#"{"type":"travel"}"#.utf8), on: id)
  }

  private func perform(
    _ actions: [Action], _ historyMove: HistoryMove? = nil, sent: [UInt8], on id: SessionID
  ) async throws {
    let request = ActionRequest(
      actions: actions, historyMove: historyMove, isBatch: false, sent: sent, precondition: nil, key: nil,
      wantsSession: false, actor: nil)
    guard case .receipt = await awaiting({ registry.perform(request, on: id, answer: $0) }) else { throw Unexpected() }
  }

  func read(_ reading: SessionStore.Reading, _ id: SessionID) async throws -> JSONValue {
    try json(await awaiting { registry.read(reading, of: id, answer: $0) })
  }

  /// Reads a session at a past revision.
  func read(_ revision: Int, _ id: SessionID) async throws -> JSONValue {
    try json(await registry.read(revision, of: id))
  }

  private func json(_ outcome: Outcome) throws -> JSONValue {
    guard case .session(let json, _) = outcome else { throw Unexpected() }
    return try JSONValue(parsing: json)
  }

  /// Returns the number of revisions in the session's archive.
  func export(_ id: SessionID) async throws -> Int {
    // The header and the last line are not changes.
    try await registry.export(id).bytes.count { $0 == UInt8(ascii: "\n") } - 2
  }

  private struct Unexpected: Error {}
}
