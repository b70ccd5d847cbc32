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
    return try await withCheckedThrowingContinuation { done in
      registry.create(request) { creation in
        guard case .created(let id, _, _) = creation else { return done.resume(throwing: Unexpected()) }
        done.resume(returning: id)
      }
    }
  }

  func send(_ action: Action, to id: SessionID) async throws {
    let request = ActionRequest(
      actions: [action], isBatch: false, sent: JSONValue.object(action.fields).bytes, precondition: nil, key: nil,
      wantsSession: false, actor: nil)
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      registry.perform(request, on: id) { outcome in
        guard case .receipt = outcome else { return done.resume(throwing: Unexpected()) }
        done.resume()
      }
    }
  }

  func read(_ reading: SessionStore.Reading, _ id: SessionID) async throws -> JSONValue {
    try await withCheckedThrowingContinuation { done in
      registry.read(reading, of: id) { outcome in
        guard case .session(let json, _) = outcome else { return done.resume(throwing: Unexpected()) }
        done.resume(with: Result { try JSONValue(parsing: json) })
      }
    }
  }

  /// Reads a session at a past revision.
  func read(_ revision: Int, _ id: SessionID) async throws -> JSONValue {
    try await withCheckedThrowingContinuation { done in
      registry.read(revision, of: id) { outcome in
        guard case .session(let json, _) = outcome else { return done.resume(throwing: Unexpected()) }
        done.resume(with: Result { try JSONValue(parsing: json) })
      }
    }
  }

  func travel(_ historyMove: HistoryMove, in id: SessionID) async throws {
    let request = ActionRequest(
      actions: [], historyMove: historyMove, isBatch: false, sent: Array(#"{"type":"travel"}"#.utf8), precondition: nil,
      key: nil,
      wantsSession: false, actor: nil)
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      registry.perform(request, on: id) { outcome in
        guard case .receipt = outcome else { return done.resume(throwing: Unexpected()) }
        done.resume()
      }
    }
  }

  /// Returns the number of revisions in the session's archive.
  func export(_ id: SessionID) async throws -> Int {
    let export: SessionExport = try await withCheckedThrowingContinuation { done in
      registry.export(id) { _ in
        done.resume(throwing: Unexpected())
      } answer: { export in
        done.resume(returning: export)
      }
    }
    // The header and the last line are not changes.
    return try await export.bytes.count { $0 == UInt8(ascii: "\n") } - 2
  }

  private struct Unexpected: Error {}
}
