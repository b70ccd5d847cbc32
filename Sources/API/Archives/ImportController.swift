import Support
import Dispatch
import JSON
import Navigation
import Sessions

/// Imports sessions from their exports.
struct ImportController: Controller {
  private let registry: SessionRegistry
  private let catalogue: AppCatalogue
  private let now: WallClock
  private let quotas: QuotaLimiter
  private let idempotency: IdempotencyMiddleware
  private let definitions: RunningDefinitions
  /// One permit for each import in progress.
  private let permits: ListenerPermits
  /// The folder that holds the content of imports until it is complete.
  private let folder: String

  init(
    _ services: Services, quotas: QuotaLimiter, idempotency: IdempotencyMiddleware, definitions: RunningDefinitions
  ) {
    (registry, catalogue, now) = (services.registry, services.catalogue, services.now)
    (self.quotas, self.idempotency, self.definitions) = (quotas, idempotency, definitions)
    permits = ListenerPermits(services.configuration.imports)
    folder = services.configuration.importFolder
    TemporaryFile.removeLeftovers(in: folder)
  }

  var routes: [ControllerRoute] {
    [ControllerRoute(.post, "/v1/imports", .admin, .importSession, importSession)]
  }

  /// `POST /v1/imports`: spools the content to a file and validates all of it before anything is written.
  private func importSession(_ exchange: Exchange) async throws(Problem) {
    try exchange.checkContentType(is: "x-ndjson")
    try quotas.checkCreations(exchange)
    // Before any content is taken, so that the permits bound the space on the disk too.
    guard let permit = permits.acquire() else { throw .tooManyImports(of: permits.count) }
    exchange.expectAnswer(within: Self.longest)
    // In pieces, so that a slow client takes 64 KiB and no thread (docs/decisions/0036).
    switch await awaiting({ exchange.receive(ImportSpool(in: folder, ended: $0)) }) {
    case .complete(let file, let hash):
      try await importOnce(of: file, hash, exchange)
      withExtendedLifetime(permit) {}
    case .failed(let failure): throw Problem(failure)
    // The client is gone, or has its answer.
    case .aborted: break
    }
  }

  private func importOnce(of file: TemporaryFile, _ hash: [UInt8], _ exchange: Exchange) async throws(Problem) {
    let key = try exchange.idempotencyKey(in: .credential, contentHash: hash)
    let subject = TrapSubject(archive: hash)
    if let failure = catalogue.traps.failure(of: subject) { throw Problem(failure) }
    try await idempotency.runOnce(for: key, of: nil, exchange) {
      await importInTurn(file, subject, exchange)
    }
  }

  /// Imports one archive at a time, since it may be long. The thread waits until the session is written.
  private func importInTurn(_ file: TemporaryFile, _ subject: TrapSubject, _ exchange: Exchange) async {
    await awaiting { done in
      Self.importing.async {
        ThreadWork.during(subject) {
          waiting {
            do throws(Problem) { try await importSession(of: file, exchange) } catch { exchange.send(error) }
          }
        }
        done(())
      }
    }
  }

  /// The time limit for the answer, including the wait for earlier imports.
  private static let longest = Duration.seconds(600)
  private static let importing = DispatchQueue(label: "navstate.imports", qos: .utility)

  private func importSession(of file: TemporaryFile, _ exchange: Exchange) async throws(Problem) {
    let (archive, app) = try check(file)
    try exchange.caller.checkMayUse(app.entry.app.name, "the archive has a session of another one")
    if !app.new.isEmpty { try begin(app.new, of: app.entry.app.name) }
    let token = Token()
    let outcome = await registry.add(
      archive, of: AppVersions(app.entry.app, others: app.new.map(\.app), in: catalogue),
      defining: app.stored(at: now()), with: ArchiveSupplement(tokenHash: SHA256.hash(token.bytes))
    ) { session in
      StoredResponse(status: 201, body: token.added(to: session))
    }
    // Only now: the versions are stored together with the session.
    if case .created = outcome { for entry in app.new { catalogue.add(entry) } }
    if !app.new.isEmpty { definitions.end(app.entry.app.name) }
    try Self.send(outcome, exchange)
  }

  private func check(_ file: TemporaryFile) throws(Problem) -> (CheckedArchive, ImportedApp) {
    var app: ImportedApp?
    do throws(CheckedArchive.Failure) {
      let archive = try CheckedArchive(file, registry.limits) { (session, definitions) throws(ArchiveFaults) in
        let found = try catalogue.importedApp(session, definitions)
        app = found
        return AppVersions(found.entry.app, others: found.new.map(\.app), in: catalogue)
      }
      guard let app else { preconditionFailure("an archive was checked without its app") }
      return (archive, app)
    } catch {
      switch error {
      case .faulty(let faults): throw Problem(faults)
      case .failed(let failure): throw Problem(failure)
      }
    }
  }

  /// Begins the definition of new versions of an app. Existing versions are never removed; a concurrent request may add
  /// a missing one.
  private func begin(_ entries: [AppCatalogue.Entry], of name: String) throws(Problem) {
    guard definitions.begin(name) else { throw .definitionInProgress(name) }
    // Another request may have defined one since `importedApp` looked.
    guard entries.allSatisfy({ catalogue.version($0.app.version, of: name) == nil }) else {
      definitions.end(name)
      throw .definitionInProgress(name)
    }
    guard entries.allSatisfy(catalogue.hasRoom) else {
      definitions.end(name)
      throw .tooManyDefinitions
    }
  }

  private static func send(_ outcome: ImportResult, _ exchange: Exchange) throws(Problem) {
    switch outcome {
    case .created(let id, let answer, let revision): exchange.send(created: id, answer, revision: revision)
    case .exists(let id):
      throw Problem(409, "session-exists", "The session \(id.text) already exists; delete it to import it again.")
    case .keyTaken(let key):
      throw Problem(
        409, "key-taken",
        "Another session of the app has the key \"\(key)\" of the archive; delete that session first.")
    case .journalBusy: throw .journalBusy
    case .failed(let failure): throw Problem(failure)
    }
  }
}

extension Problem {
  /// Reports all faults found in an archive. The pointers refer to the list of its lines.
  fileprivate init(_ error: ArchiveFaults) {
    let first = error.faults.first.map { "line \($0.line): \($0.detail)" } ?? ""
    self.init(422, "bad-import", "Nothing was imported. The content is not an export of a session: \(first)")
    faults = error.faults.map { fault in
      Fault(at: JSONPointer().appending(index: fault.line - 1), "Line \(fault.line): \(fault.detail)")
    }
  }

  fileprivate static func tooManyImports(of limit: Int) -> Problem {
    Problem(
      503, "too-many-imports",
      "Import limit reached: \(limit) imports are in progress (`--max-imports`). Retry in 5 s.", retryAfter: 5)
  }
}

extension Operation {
  static let importSession = Operation(
    "importSession", "Create a session from an export", "The whole export is validated before anything is written.",
    body: Operation.Body(.string, example: nil, content: .lines),
    answers: .created,
    problems: [
      "unsupported-media-type", "bad-import", "session-exists", "definition-in-progress", "too-many-creations",
      "too-many-imports", "memory-full", "too-many-definitions", "quarantined",
    ])
}
