import AppDefinitions
import Digest
import JSON
import Navigation
import Sessions

/// Imports. The input is an archive's lines without the last one, which is made right here: nothing would be looked at
/// otherwise.
enum ArchiveTarget {
  static func read(_ input: [UInt8]) {
    require(check(input) == nil || input.suffix(1) == [UInt8(ascii: "\n")], "a line that was cut was taken")
    let lines = input.last == UInt8(ascii: "\n") || input.isEmpty ? input : input + [UInt8(ascii: "\n")]
    let count = lines.count { $0 == UInt8(ascii: "\n") }
    let bytes = lines + Array("{\"lines\":\(count),\"sha256\":\"\(SHA256.hash(lines).hexadecimal)\"}\n".utf8)
    guard let (archive, app) = check(bytes) else { return }
    add(archive, bytes, app)
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

  private static func add(_ archive: CheckedArchive, _ bytes: [UInt8], _ app: AppVersions) {
    let outcome: Importing = TargetEnvironment.answer { answer in
      environment.registry.add(
        archive, of: app, defining: [], with: ArchiveSupplement(tokenHash: [UInt8](repeating: 7, count: 32)),
        render: { StoredResponse(status: 201, body: $0) }, answer: answer)
    }
    guard case .created(let id, _, _) = outcome else { return }
    defer { delete(id) }
    // A session whose app is not known here can be made and not be read.
    guard environment.catalogue.version(app.main.version, of: app.main.name) != nil else { return }
    guard let again = environment.export(id) else { fatalError("imported, and not exported") }
    require(again == bytes, "exported otherwise than imported")
    environment.visit(id)
  }

  private static func delete(_ id: SessionID) {
    let _: Outcome = TargetEnvironment.answer { environment.registry.delete(id, answer: $0) }
  }

  // The fuzzer's one thread.
  private nonisolated(unsafe) static let environment: TargetEnvironment = {
    do { return try TargetEnvironment() } catch { fatalError("\(error)") }
  }()
}
