import JSON
import TestSupport
import Navigation
import Sessions

/// Sessions of an app on a journal. Timers and messages wait until the test fires the timer.
struct Server: Sendable {
  let registry: SessionRegistry
  let wakeup: ManualTimer
  private let app: App
  private var client: SessionClient { SessionClient(registry) }

  init(_ harness: JournalHarness, _ app: App, also others: [App] = []) {
    self.app = app
    let clock = harness.clock
    registry = SessionRegistry(
      environment: SessionEnvironment(journal: harness.journal, now: { clock.now }, limits: SessionLimits()),
      catalogue: AppCatalogue(compiled: [app] + others))
    wakeup = ManualTimer { clock.now }
  }

  func session() async throws -> SessionID {
    guard case .created(let id, _, _) = await client.create(app) else { throw Unexpected() }
    return id
  }

  func send(_ action: Action, to id: SessionID) async throws {
    guard case .receipt = await client.send([action], to: id) else { throw Unexpected() }
  }

  func travel(_ historyMove: HistoryMove, in id: SessionID) async throws {
    guard case .receipt = await client.move(historyMove, in: id) else { throw Unexpected() }
  }

  func read(_ reading: SessionStore.Reading, _ id: SessionID) async throws -> JSONValue {
    try json(await client.read(reading, of: id))
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
