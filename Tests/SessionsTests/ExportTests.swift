import JSON
import TestSupport
import Testing

@testable import Sessions

@Suite("Exports")
struct ExportTests {
  private let harness = SessionsHarness()

  private func export(_ id: SessionID) async throws -> SessionExport { try await harness.registry.export(id) }

  private func session(changes: Int) throws -> SessionID {
    let id = try harness.session()
    for _ in 0..<changes { harness.send(.increment, to: id) }
    harness.journal.settle()
    return id
  }

  @Test("An export ends with the revision at its start, without changes during the export")
  func moment() async throws {
    let id = try session(changes: 3)
    let export = try await export(id)
    harness.commit(.increment, to: id)
    let lines = try await export.bytes.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: Array($0)) }
    #expect(lines[0]["session"]?["revision"] == 4)
    #expect(lines.dropFirst().compactMap { $0["revision"] } == [2, 3, 4])
  }

  @Test("An export fails when its session is deleted during the export")
  func deleted() async throws {
    let id = try session(changes: 3)
    let export = try await export(id)
    let first = try await export.read()
    guard case .part(_, let rest) = first else { return _ = Issue.record("\(first)") }
    harness.commitDeletion(of: id)
    let failure = await #expect(throws: JournalFailure.self) { try await rest.bytes }
    #expect(failure.map { "\($0)".contains("revision 3 is missing") } == true)
  }

  @Test("An export has to begin again when its session was deleted, and when its oldest revisions were pruned")
  func outdated() async throws {
    let deleted = try session(changes: 3)
    let pruned = try session(changes: 3)
    let exports = [try await export(deleted), try await export(pruned)]
    #expect(await isOutdated(exports[0]) == false)
    harness.commitDeletion(of: deleted)
    harness.storeSnapshot(of: try harness.store(pruned))
    var retention = Retention()
    retention.revisions = 1
    await harness.compact(retention)
    for export in exports { #expect(await isOutdated(export)) }
  }

  private func isOutdated(_ export: SessionExport) async -> Bool {
    await harness.registry.isOutdated(export)
  }

  @Test("An export that is not read does not hold a read permit")
  func permits() async throws {
    let id = try session(changes: 3)
    var kept: [SessionExport] = []
    for _ in 0..<20 { kept.append(try await export(id)) }
    #expect(kept.count == 20)
  }
}
