import AppDefinitions
import JSON
import Navigation
import Sessions

/// The app of an imported session: an existing one, or the one in the archive.
struct ImportedApp: Sendable {
  let entry: AppCatalogue.Entry
  let isNew: Bool

  /// The app to be stored; nil if it already exists.
  func stored(at time: Int64) -> StoredApp? {
    guard isNew else { return nil }
    return StoredApp(
      name: entry.app.name, version: entry.app.version, definition: entry.definition ?? [], createdAt: time)
  }
}

extension AppCatalogue {
  /// Finds or creates the app of a session.
  func importedApp(
    _ session: SessionArchive.Header, _ definition: JSONValue?
  ) throws(ArchiveFaults) -> ImportedApp {
    let (name, version) = (session.app, session.appVersion)
    if let known = self.version(version, of: name) {
      try check(definition, is: known)
      return ImportedApp(entry: known, isNew: false)
    }
    guard let definition else {
      throw ArchiveFaults(1, "There is no app \"\(name)\" version \(version) here.")
    }
    guard !isCompiled(name) else {
      throw ArchiveFaults(2, "\"\(name)\" is compiled into the server, in another version.")
    }
    let app = try definedApp(definition, named: name)
    guard app.version == version else {
      throw ArchiveFaults(2, "The definition has version \(app.version), not \(version).")
    }
    return ImportedApp(entry: AppCatalogue.Entry(app, definition: definition.bytes), isNew: true)
  }

  /// Compares byte for byte, since an export contains the definition as it is stored.
  private func check(_ definition: JSONValue?, is known: AppCatalogue.Entry) throws(ArchiveFaults) {
    let (name, version) = (known.app.name, known.app.version)
    guard let text = known.definition else {
      guard definition == nil else { throw ArchiveFaults(2, "\"\(name)\" is compiled into the server; leave it out.") }
      return
    }
    guard let definition else {
      throw ArchiveFaults(1, "The definition of \"\(name)\" is missing, which stands on the second line.")
    }
    guard StoredDefinition.value(of: text).bytes == definition.bytes else {
      throw ArchiveFaults(2, "\"\(name)\" version \(version) is defined otherwise here.")
    }
  }

  private func definedApp(_ definition: JSONValue, named name: String) throws(ArchiveFaults) -> App {
    do throws(DefinitionFaults) {
      return try AppDefinition(definition, named: name, features: features).app
    } catch {
      throw ArchiveFaults(error.faults.map { .init(line: 2, detail: "\($0.pointer.text): \($0.detail)") })
    }
  }
}
