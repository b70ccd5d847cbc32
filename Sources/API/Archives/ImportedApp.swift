import AppDefinitions
import JSON
import Sessions

/// The app of an imported session in the versions on which it has run: existing ones, or those in the archive.
struct ImportedApp: Sendable {
  /// The version on which the session runs.
  let entry: AppCatalogue.Entry
  /// The versions that do not exist here.
  let new: [AppCatalogue.Entry]

  /// The versions to be stored.
  func stored(at time: Int64) -> [StoredApp] {
    new.map { entry in
      StoredApp(
        name: entry.app.name, version: entry.app.version, definition: entry.definition ?? [], createdAt: time)
    }
  }
}

extension AppCatalogue {
  /// Finds or creates the app of a session.
  func importedApp(
    _ session: SessionArchive.Header, _ definitions: [JSONValue]
  ) throws(ArchiveFaults) -> ImportedApp {
    // The present version is the first of those in the session's history (docs/decisions/0049).
    let (entry, isNew) = try imported(session.app, session.appVersion, definitions.first, line: 2)
    var new = isNew ? [entry] : []
    for (index, definition) in definitions.enumerated().dropFirst() {
      let line = index + 2
      guard let version = definition["version"]?.integerValue else {
        throw ArchiveFaults(line, "The definition has no `version`.")
      }
      let (former, isNew) = try imported(session.app, Int(version), definition, line: line)
      if isNew { new.append(former) }
    }
    return ImportedApp(entry: entry, new: new)
  }

  /// Finds or creates a version.
  ///
  /// - Parameter line: The line of its definition.
  private func imported(
    _ name: String, _ version: Int, _ definition: JSONValue?, line: Int
  ) throws(ArchiveFaults) -> (entry: Entry, isNew: Bool) {
    if let known = self.version(version, of: name) {
      try check(definition, is: known, line: line)
      return (known, false)
    }
    guard let definition else {
      throw ArchiveFaults(1, "This server has no app \"\(name)\" version \(version); define it first.")
    }
    guard !isCompiled(name) else {
      throw ArchiveFaults(line, "The app \"\(name)\" is compiled into this server, without version \(version).")
    }
    let defined = try definedApp(definition, named: name, line: line)
    guard defined.app.version == version else {
      throw ArchiveFaults(line, "The definition has version \(defined.app.version), not \(version).")
    }
    return (Entry(defined.app, definition: definition.bytes, compiledSize: defined.compiledSize), true)
  }

  /// Compares byte for byte, since an export contains the definition as it is stored.
  private func check(_ definition: JSONValue?, is known: Entry, line: Int) throws(ArchiveFaults) {
    let (name, version) = (known.app.name, known.app.version)
    guard let text = known.definition else {
      guard definition == nil else {
        throw ArchiveFaults(line, "The app \"\(name)\" is compiled into this server; omit its definition.")
      }
      return
    }
    // A client's export has no definitions.
    guard let definition else { return }
    guard StoredDefinition.value(of: text).bytes == definition.bytes else {
      throw ArchiveFaults(line, "This server has another definition of \"\(name)\" version \(version).")
    }
  }

  private func definedApp(_ definition: JSONValue, named name: String, line: Int) throws(ArchiveFaults) -> AppDefinition
  {
    do throws(DefinitionFaults) {
      return try AppDefinition(definition, named: name, features: features)
    } catch {
      throw ArchiveFaults(error.faults.map { .init(line: line, detail: "\($0.pointer.text): \($0.detail)") })
    }
  }
}
