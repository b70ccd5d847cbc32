import AppDefinitions
import Glibc
import JSON
import Navigation
import Sessions
import Synchronization

/// The files of `--app --watch`. A changed file is a new version, to which the sessions of the version before are
/// migrated.
final class AppFiles: Sendable {
  private let program: ServerProgram
  private let catalogue: AppCatalogue
  private let journal: any Storage
  private let log: Log
  private let state: Mutex<State>

  private struct State {
    var files: [WatchedFile]
    /// Migrations that have not begun.
    var due: [Redefinition] = []
    var running: [BatchID] = []
  }

  private struct WatchedFile {
    let path: String
    /// nil: it was not read yet.
    var stamp: Stamp?
  }

  /// Differs when a file was written or replaced.
  private struct Stamp: Equatable {
    let inode: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    /// Nil when there is no such file.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      inode = UInt(status.st_ino)
      size = Int(status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  /// A version that a file has replaced by a later one.
  private struct Redefinition {
    let app: String
    let from: Int
    let to: Int
  }

  init(_ paths: [String], _ program: ServerProgram, _ catalogue: AppCatalogue, _ journal: any Storage, _ log: Log) {
    self.program = program
    self.catalogue = catalogue
    self.journal = journal
    self.log = log
    state = Mutex(State(files: paths.map { WatchedFile(path: $0) }))
  }

  /// Defines the apps of all files before the server starts.
  func load() throws {
    try state.withLock { state in
      for index in state.files.indices { try load(index, &state) }
    }
  }

  private func load(_ index: Int, _ state: inout State) throws {
    let path = state.files[index].path
    // Before the content, so that a write in between is noticed next time.
    state.files[index].stamp = Stamp(of: path)
    // A faulty file is reported once for each change, since its stamp is known by now.
    if let change = try define(path) { state.due.append(change) }
  }

  /// Defines the app of a file, under the next version if its own is taken.
  ///
  /// - Returns: The new version, if it replaces another one.
  private func define(_ path: String) throws -> Redefinition? {
    let file = DefinitionFile(name: path, bytes: try File.read(path))
    let subject = TrapSubject(definition: file.bytes, of: path)
    // A definition in quarantine is not compiled again, since it ended earlier processes (docs/decisions/0092).
    guard catalogue.traps.failure(of: subject) == nil else { return nil }
    return try ThreadWork.during(subject) { try define(try file.definition(program)) }
  }

  private func define(_ given: AppDefinition) throws -> Redefinition? {
    let name = given.app.name
    let versions = catalogue.versions(1...Int.max, of: name).map(\.version)
    guard let newest = versions.last else { return try add(given, replacing: nil) }
    guard let text = catalogue.version(newest, of: name)?.definition else { return nil }
    let numbers = FileVersions(versions.map { ($0, catalogue.version($0, of: name)?.definition) })
    let former = try JSONValue(parsing: text, roundingNumbers: true)
    if given.app.version <= newest, former == numbers.renumbered(given.json, as: newest) { return nil }
    // The next free version, since a file changes more often than its author counts (docs/decisions/0049).
    let next = numbers.renumbered(given.json, as: max(newest + 1, given.app.version))
    return try add(try AppDefinition(next, features: catalogue.features), replacing: newest)
  }

  private func add(_ definition: AppDefinition, replacing former: Int?) throws -> Redefinition? {
    let (name, version, text) = (definition.app.name, definition.app.version, definition.json.bytes)
    let entry = AppCatalogue.Entry(definition.app, definition: text, compiledSize: definition.compiledSize)
    guard catalogue.hasRoom(for: entry) else { throw Serve.fullDefinitions }
    let stored = StoredApp(name: name, version: version, definition: text, createdAt: journal.time())
    // Durable first: no session may run on a version that a crash forgets.
    try Serve.write(.define(stored), journal)
    catalogue.add(entry)
    log(.info, "an app is defined", ["app": .string(name), "version": .integer(Int64(version))])
    return former.map { Redefinition(app: name, from: $0, to: version) }
  }

  // MARK: Changes

  /// Defines the apps of changed files again, and migrates sessions. A faulty file is reported, and its app stays.
  func check(_ registry: SessionRegistry) {
    let changes = state.withLock { state in
      for index in state.files.indices where isChanged(state.files[index]) {
        do {
          try load(index, &state)
        } catch {
          let reason: JSONObject = ["file": .string(state.files[index].path), "reason": .string("\(error)")]
          log(.error, "a changed definition is not used; its app keeps its present version", reason)
        }
      }
      defer { state.due = [] }
      return state.due
    }
    // Outside the lock, which the answers to these calls take.
    for change in changes { migrate(change, registry) }
    report(registry)
  }

  private func isChanged(_ file: WatchedFile) -> Bool {
    // A missing file changes nothing: an editor may be about to replace it.
    guard let stamp = Stamp(of: file.path) else { return false }
    return stamp != file.stamp
  }

  private func migrate(_ change: Redefinition, _ registry: SessionRegistry) {
    let request: BatchRequest
    do throws(ActionError) {
      let versions: JSONObject = ["from": .integer(Int64(change.from)), "to": .integer(Int64(change.to))]
      request = try BatchRequest(migrating: change.app, versions)
    } catch {
      preconditionFailure("a later version follows an earlier one")
    }
    let render: @Sendable (Batch) -> StoredResponse = { _ in StoredResponse(status: 202, body: []) }
    Task.inline { [self] in
      if case .added(let batch) = await registry.batches.add(request, key: nil, render: render) {
        return state.withLock { $0.running.append(batch.id) }
      }
      log(.error, "the migration of sessions cannot start and is retried", ["app": .string(change.app)])
      state.withLock { $0.due.append(change) }
    }
  }

  /// Logs the results of migrations that have ended.
  private func report(_ registry: SessionRegistry) {
    let ended = state.withLock { state in
      let ended = state.running.compactMap { registry.batches[$0] }.filter { $0.state != .running }
      state.running.removeAll { id in ended.contains { $0.id == id } }
      return ended
    }
    for batch in ended {
      let failed = batch.counts.refused.values.compactMap(\.examples.first?.refusal.detail).sorted()
      log(
        failed.isEmpty ? .info : .warning, "sessions were migrated",
        [
          "batch": .string(batch.id.text), "migrated": .integer(Int64(batch.counts.changed)),
          "stayed": .integer(Int64(batch.counts.refusedCount)), "reasons": .array(failed.map(JSONValue.string)),
        ])
    }
  }
}
