import Apps
import Digest
import JSON
import Sessions

/// Imports. The input is an archive's lines without the last one, which is made right here: nothing would be looked at
/// otherwise.
enum ArchiveTarget {
  static func read(_ input: [UInt8]) {
    _ = try? SessionArchive(parsing: input)
    let lines = input.last == UInt8(ascii: "\n") || input.isEmpty ? input : input + [UInt8(ascii: "\n")]
    let count = lines.count { $0 == UInt8(ascii: "\n") }
    let end = "{\"lines\":\(count),\"sha256\":\"\(SHA256.hash(lines).hexadecimal)\"}\n"
    guard let archive = try? SessionArchive(parsing: lines + Array(end.utf8)) else { return }
    add(archive)
  }

  private static func add(_ archive: SessionArchive) {
    let known = workshop.catalogue.version(archive.session.appVersion, of: archive.session.app)?.app
    guard let app = known ?? archive.definition.flatMap({ try? AppDefinition($0, named: archive.session.app).app })
    else { return }
    let outcome: Importing = Workshop.answer { answer in
      workshop.registry.add(
        archive, of: app, defining: nil, tokenHash: [UInt8](repeating: 7, count: 32),
        render: { RenderedAnswer(status: 201, body: $0) }, answer: answer)
    }
    guard case .created(let id, _, _) = outcome else { return }
    guard archive.definition == nil || known == nil else { return delete(id) }
    guard let again = workshop.export(id) else { fatalError("imported, and not exported") }
    require(known == nil || again == archive.bytes, "exported otherwise than imported")
    workshop.visit(id)
    delete(id)
  }

  private static func delete(_ id: SessionID) {
    let _: Outcome = Workshop.answer { workshop.registry.delete(id, answer: $0) }
  }

  // The fuzzer's one thread.
  private nonisolated(unsafe) static let workshop: Workshop = {
    do { return try Workshop() } catch { fatalError("\(error)") }
  }()
}
