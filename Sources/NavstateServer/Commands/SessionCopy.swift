import API
import Sessions

/// Copies single sessions by their archives, with what these lack.
struct SessionCopy {
  let source: CopiedDatabase
  let target: CopiedDatabase
  /// The folder of the archives in transit.
  private let folder: String
  /// The apps whose counts of flows are not copied.
  private let uncounted: Set<String>

  /// - Parameter folder: The folder of temporary files.
  init(from source: CopiedDatabase, to target: CopiedDatabase, folder: String, uncounted: Set<String> = []) {
    self.folder = folder
    self.uncounted = uncounted
    self.source = source
    self.target = target
  }

  /// Copies a session in one step: the target has it with all of its content, or not at all.
  ///
  /// - Parameter present: The session in the target.
  /// - Returns: Whether it was missing there.
  /// - Throws: The reason why it was not copied.
  func run(_ summary: SessionSummary, unless present: SessionSummary?) throws -> Bool {
    if let present, isEqual(present, summary.revision, summary.updatedAt) { return false }
    defer {
      source.registry.unloadIfNeeded()
      target.registry.unloadIfNeeded()
    }
    let export = try export(summary.id)
    if let present {
      // The summary of the source may lag behind its journal.
      guard present.revision == export.revision else {
        throw CommandError("the target has revision \(present.revision), the source \(export.revision)")
      }
      return false
    }
    let file = try TemporaryFile(in: folder)
    try write(export, to: file)
    try add(file, with: try supplement(of: summary.id))
    return true
  }

  private func isEqual(_ present: SessionSummary, _ revision: Int, _ updatedAt: Int64) -> Bool {
    present.revision == revision && present.updatedAt == updatedAt
  }

  private func export(_ id: SessionID) throws -> SessionExport {
    do throws(OutcomeError) {
      return try waiting { () async throws(OutcomeError) in try await source.registry.export(id) }
    } catch {
      throw CommandError("it cannot be exported: \(error.outcome)")
    }
  }

  private func write(_ export: SessionExport, to file: TemporaryFile) throws {
    var rest = export
    while true {
      switch try waiting(for: rest.read) {
      case .part(let bytes, let next):
        try file.append(bytes)
        rest = next
      case .last(let bytes): return try file.append(bytes)
      }
    }
  }

  /// The parts of a session that its archive lacks.
  private func supplement(of id: SessionID) throws -> ArchiveSupplement {
    let journal = source.journal
    guard let stored = try waiting(for: { try await journal.load(id) }) else {
      throw CommandError("it does not exist")
    }
    let calls = try stored.calls.flatMap { call in
      try waiting { try await journal.calls(.one(call.key)) }
    }
    let idempotencyRecords = try stored.idempotencyRecords.compactMap { record in
      try waiting { try await journal.idempotencyRecord(for: record.key, of: id) }
    }
    return ArchiveSupplement(
      tokenHash: stored.session.tokenHash, tokens: stored.tokens, calls: calls, idempotencyRecords: idempotencyRecords,
      counted: uncounted.contains(stored.session.app) ? nil : stored.session.flow)
  }

  /// Reads an archive with the apps of the target, and checks all of it.
  private func checked(_ file: TemporaryFile) throws -> (CheckedArchive, AppVersions) {
    let catalogue = target.catalogue
    var apps: AppVersions?
    do throws(CheckedArchive.Failure) {
      let archive = try CheckedArchive(file, target.registry.limits) { (session, _) throws(ArchiveFaults) in
        guard let entry = catalogue.version(session.appVersion, of: session.app) else {
          throw ArchiveFaults(1, "There is no app \"\(session.app)\" version \(session.appVersion).")
        }
        let found = AppVersions(entry.app, in: catalogue)
        apps = found
        return found
      }
      guard let apps else { preconditionFailure("an archive was checked without its app") }
      return (archive, apps)
    } catch {
      switch error {
      case .faulty(let faults):
        throw CommandError(faults.faults.first.map { "line \($0.line): \($0.detail)" } ?? "it is faulty")
      case .failed(let failure): throw CommandError(failure.reason)
      }
    }
  }

  /// Checks a session against its history.
  ///
  /// - Returns: The way of the whole history.
  @discardableResult func check(_ id: SessionID) throws -> FlowWay? {
    let file = try TemporaryFile(in: folder)
    try write(try export(id), to: file)
    return try checked(file).0.flow
  }

  private func add(_ file: TemporaryFile, with supplement: ArchiveSupplement) throws {
    let (archive, apps) = try checked(file)
    let outcome = waiting {
      // The supplement is in the same transaction: the session is there whole, or not at all (docs/decisions/0023).
      await target.registry.add(
        archive, of: apps, defining: [], with: supplement, render: { StoredResponse(status: 201, body: $0) })
    }
    switch outcome {
    case .created: return
    case .exists: throw CommandError("the target has it already")
    case .keyTaken(let key): throw CommandError("another session of the target has the key \"\(key)\"")
    case .journalBusy: throw CommandError("the queue of writes is full")
    case .failed(let failure): throw CommandError(failure.reason)
    }
  }
}
