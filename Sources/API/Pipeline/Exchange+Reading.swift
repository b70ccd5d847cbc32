import Navigation
import Sessions

// What handlers read, with the problem to respond with if they cannot.

extension Exchange {
  /// Reads something of the session in the path; throws if there is no such session.
  func found<Value>(
    _ read: @autoclosure () async throws(JournalFailure) -> Value?
  ) async throws(Problem) -> Value {
    guard let value = try await Problem.ifFails(await read()) else { throw noSession }
    return value
  }

  /// Reads something of a session, which may be refused.
  func granted<Value>(_ read: @autoclosure () async throws(OutcomeError) -> Value) async throws(Problem) -> Value {
    do throws(OutcomeError) { return try await read() } catch { throw problem(of: error.outcome) }
  }

  /// Refuses to show a session's past to clients whose app forbids it.
  func checkMayReadPast(of id: SessionID, in registry: SessionRegistry) async throws(Problem) {
    guard !isFromBackend else { return }
    let app: App?
    // What is read next reports a failure.
    do throws(JournalFailure) { app = try await registry.currentApp(of: id) } catch { return }
    if let refused = app?.refusalOfPast { throw Problem(refused) }
  }
}

extension Problem {
  /// Writes durably, and throws the reason if nothing is written.
  static func ifNotStored(_ write: Write, in journal: any Journal) async throws(Problem) {
    guard try await ifFails(await journal.store(write)) else { throw .journalBusy }
  }

  /// Runs `work`, and throws its failure as a problem.
  static func ifFails<Value>(
    _ work: @autoclosure () async throws(JournalFailure) -> Value
  ) async throws(Problem) -> Value {
    do throws(JournalFailure) { return try await work() } catch { throw Problem(error) }
  }
}
