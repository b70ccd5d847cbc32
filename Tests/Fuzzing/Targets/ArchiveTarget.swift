import AppDefinitions
import Support
import JSON
import Navigation
import Sessions
import TestSupport

/// Imports. The input is the lines of an archive without the last one. The last line is made here, since the rest would
/// not be read without it.
enum ArchiveTarget {
  static func read(_ input: [UInt8]) {
    require(check(input) == nil || input.suffix(1) == [UInt8(ascii: "\n")], "an incomplete last line was accepted")
    let lines = input.last == UInt8(ascii: "\n") || input.isEmpty ? input : input + [UInt8(ascii: "\n")]
    let count = lines.count { $0 == UInt8(ascii: "\n") }
    let bytes = lines + Array("{\"lines\":\(count),\"sha256\":\"\(SHA256.hash(lines).hexadecimal)\"}\n".utf8)
    guard let (archive, app) = check(bytes) else { return }
    add(archive, app)
  }

  private static func check(_ bytes: [UInt8]) -> (CheckedArchive, AppVersions)? {
    var app: AppVersions?
    let archive = try? CheckedArchive(ArchiveBytes(bytes), SessionLimits()) {
      (session, definitions) throws(ArchiveFaults) in
      let known = environment.catalogue.version(session.appVersion, of: session.app)?.app
      let given = definitions.compactMap {
        try? AppDefinition($0, named: session.app, features: environment.catalogue.features).app
      }
      guard let found = known ?? given.first, known == nil || definitions.isEmpty, given.count == definitions.count
      else {
        throw ArchiveFaults(2, "no app")
      }
      let versions = AppVersions(found, others: given)
      app = versions
      return versions
    }
    guard let archive, let app else { return nil }
    return (archive, app)
  }

  private static func add(_ archive: CheckedArchive, _ app: AppVersions) {
    let outcome = TargetEnvironment.answer { [registry = environment.registry] in
      await registry.add(
        archive, of: app, defining: [], with: ArchiveSupplement(tokenHash: [UInt8](repeating: 7, count: 32))
      ) { StoredResponse(status: 201, body: $0) }
    }
    guard case .created(let id, _, _) = outcome else { return }
    defer { delete(id) }
    // A session of an app that is not in the catalogue can be imported, but not read.
    guard environment.catalogue.version(app.main.version, of: app.main.name) != nil else { return }
    guard let again = environment.export(id) else { fatalError("the imported session cannot be exported") }
    require(check(again) != nil, "the export of an imported session is refused")
    environment.visit(id)
  }

  private static func delete(_ id: SessionID) {
    let _: Outcome = TargetEnvironment.answer { [registry = environment.registry] in await registry.delete(id) }
  }

  // The fuzzer uses one thread.
  private nonisolated(unsafe) static let environment: TargetEnvironment = {
    do { return try TargetEnvironment() } catch { fatalError("\(error)") }
  }()
}
