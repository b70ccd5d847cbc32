import AppDefinitions
import JSON
import Sessions

extension Serve {
  /// Loads the stored apps, including withdrawn ones, whose sessions continue.
  static func loadStoredApps(
    of journal: any Storage, into catalogue: AppCatalogue, log: Log = Log(level: .error)
  ) throws(CommandError) {
    let stored: [StoredApp]
    let rollouts: [StoredRollout]
    do throws(JournalFailure) {
      stored = try journal.apps()
      rollouts = try journal.rollouts()
    } catch {
      throw CommandError("the stored apps cannot be read: \(error.reason)")
    }
    add(stored, to: catalogue) { app, reason in logDamaged(app, reason, log) }
    set(rollouts, in: catalogue) { app, reason in
      log(
        .error, "the rollout of an app is damaged: new sessions get the newest version; set it again",
        ["app": .string(app), "reason": .string(reason)])
    }
  }

  /// Replaces the rollouts of a catalogue.
  ///
  /// - Parameter damaged: Called with the app of each rollout that is unreadable, which is omitted, and the reason.
  static func set(
    _ stored: [StoredRollout], in catalogue: AppCatalogue, damaged: (_ app: String, _ reason: String) -> Void
  ) {
    var rollouts: [String: Rollout] = [:]
    for item in stored {
      do throws(CorruptSession) {
        rollouts[item.app] = try Rollout(stored: item.text)
      } catch {
        damaged(item.app, error.detail)
      }
    }
    catalogue.set(rollouts)
  }

  static func logDamaged(_ app: StoredApp, _ reason: String, _ log: Log) {
    log(
      .error, "a stored app is damaged and its sessions are unreadable; define that version again",
      ["app": .string(app.name), "version": .integer(Int64(app.version)), "reason": .string(reason)])
  }

  /// Adds stored apps to a catalogue, except those in quarantine.
  ///
  /// - Parameter damaged: Called with each app whose definition is unreadable, which is omitted, and the reason.
  static func add(
    _ stored: [StoredApp], to catalogue: AppCatalogue, damaged: (_ app: StoredApp, _ reason: String) -> Void
  ) {
    for app in stored where catalogue.skip(app) == nil {
      do {
        let definition = try ThreadWork.during(TrapSubject(definition: app.definition, of: app.name)) {
          let json = try JSONValue(parsing: app.definition, roundingNumbers: true)
          return try AppDefinition(json, named: app.name, features: catalogue.features, isStored: true)
        }
        guard definition.app.version == app.version else {
          damaged(app, "the definition has version \(definition.app.version)")
          continue
        }
        catalogue.add(
          AppCatalogue.Entry(
            definition.app, definition: app.definition, compiledSize: definition.compiledSize,
            isWithdrawn: app.withdrawnAt != nil))
      } catch {
        damaged(app, "\(error)")
      }
    }
  }

  /// Defines the app of `--app FILE`. It is stored like one defined over HTTP, so that its sessions outlive the file. A
  /// withdrawn app is reinstated.
  static func define(
    _ file: String, of program: ServerProgram, in catalogue: AppCatalogue, _ journal: any Storage, _ log: Log? = nil
  ) throws {
    try define(DefinitionFile(name: file, bytes: try File.read(file)), of: program, in: catalogue, journal, log)
  }

  /// - Parameter log: Logs a new version; nil: the server does not run yet.
  static func define(
    _ file: DefinitionFile, of program: ServerProgram, in catalogue: AppCatalogue, _ journal: any Storage,
    _ log: Log? = nil
  ) throws {
    let subject = TrapSubject(definition: file.bytes, of: file.name)
    // Reported at the start.
    guard catalogue.traps.failure(of: subject) == nil else { return }
    let definition = try ThreadWork.during(subject) { () throws(FaultyDefinition) in try file.definition(program) }
    let (name, version) = (definition.app.name, definition.app.version)
    guard let known = catalogue.version(version, of: name) else {
      let entry = AppCatalogue.Entry(
        definition.app, definition: file.bytes, compiledSize: definition.compiledSize)
      if log != nil, !catalogue.hasRoom(for: entry) { throw fullDefinitions }
      try write(
        .define(StoredApp(name: name, version: version, definition: file.bytes, createdAt: journal.time())), journal)
      catalogue.add(entry)
      log?(.info, "an app is defined", ["app": .string(name), "version": .integer(Int64(version))])
      return
    }
    guard let text = known.definition, try JSONValue(parsing: text, roundingNumbers: true) == definition.json else {
      throw CommandError(
        "\(file.name): another definition of \"\(name)\" has version \(version); use a new version")
    }
    guard known.isWithdrawn else { return }
    try write(.reinstate(app: name, version: version), journal)
    catalogue.reinstate(version, of: name)
  }

  static var fullDefinitions: CommandError {
    CommandError("the limit on the memory of app definitions is reached (--max-definitions)")
  }

  static func write(_ write: Write, _ journal: any Storage) throws(CommandError) {
    do throws(JournalFailure) {
      try journal.store(write)
    } catch {
      throw CommandError("the definition of an app cannot be stored: \(error.reason)")
    }
  }
}

// Batch jobs.
extension Serve {
  /// Loads the batch jobs of an earlier process. They continue once they are started.
  static func restoreBatches(
    of journal: any Storage, in registry: SessionRegistry, _ configuration: Configuration, _ log: Log
  ) throws(CommandError) {
    let stored: [StoredBatch]
    do throws(JournalFailure) {
      stored = try journal.batches()
    } catch {
      throw CommandError("the batch jobs cannot be read: \(error.reason)")
    }
    for batch in registry.batches.restore(stored, mostActions: configuration.api.batch) {
      log(.error, "a batch job is damaged and does not run", ["batch": .string(batch.text)])
    }
  }
}
