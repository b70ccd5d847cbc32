import Foundation
import PostgresJournal
import TestSupport
import Sessions
import Testing

@Suite("Erasure on PostgreSQL", .enabled(if: TestCluster.url != nil, "no PostgreSQL cluster can be made"), .serialized)
struct ErasureTests {
  private let harness: StoreHarness
  private static let bytes = 100_000

  init() throws { harness = try StoreHarness() }

  /// Records the rows and the bytes of a column that each statement deletes from a table.
  private func watch(_ table: String, _ column: String) throws {
    try harness.database.connect().run(
      script: """
        CREATE TABLE public.deletions (rows int8, bytes int8);
        CREATE FUNCTION public.note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO public.deletions SELECT count(*), coalesce(sum(octet_length(\(column))), 0) FROM gone;
          RETURN NULL;
        END $$;
        CREATE TRIGGER note_deletion AFTER DELETE ON navstate.\(table) REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION public.note_deletion();
        """)
  }

  /// Waits until so many rows are deleted, and checks that each statement deleted a part of them.
  private func expectParts(of rows: Int64) throws {
    let end = Date(timeIntervalSinceNow: 20)
    while try harness.count("SELECT coalesce(sum(rows), 0)::int8 FROM public.deletions") < rows, end > Date() {
      Thread.sleep(forTimeInterval: 0.01)
    }
    #expect(try harness.count("SELECT sum(rows)::int8 FROM public.deletions") == rows)
    #expect(try harness.count("SELECT max(bytes) FROM public.deletions") <= 1 << 18 + Self.bytes)
  }

  /// A session with changes of many bytes each, which cannot be compressed.
  private func makeSession(changes: Int) -> TestSession {
    var session = TestSession()
    let writes = [session.creation()] + (0..<changes).map { _ in session.change(outputs: #"["\#(Self.text)"]"#) }
    #expect(harness.submit(writes).allSatisfy { $0 == nil })
    return session
  }

  private static var text: String {
    Data((0..<bytes / 4 * 3).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
  }

  @Test func `The changes of deleted sessions are erased in parts of a number of bytes`() throws {
    try watch("changes", "outputs")
    for session in [makeSession(changes: 10), makeSession(changes: 1), makeSession(changes: 10)] {
      let commit = SessionCommit(session: session.id, basis: session.position.token, token: .random())
      #expect(harness.submit(.delete(session.id), commit) == nil)
    }
    try expectParts(of: 21)
  }

  @Test func `Pruned changes are erased in parts of a number of bytes, and later ones stay`() throws {
    try watch("changes", "outputs")
    var session = makeSession(changes: 20)
    try harness.wait { [session] in try await $0.storeSnapshot(of: OneSnapshot(session.snapshot())) }
    #expect(harness.submit([session.write(.prune(session.id, before: 18))]) == [nil])
    try expectParts(of: 16)
    #expect(try harness.count("SELECT min(revision) FROM navstate.changes") == 18)
  }

  @Test func `Old answers are erased in parts of a number of bytes, and younger ones stay`() throws {
    try watch("answers", "body")
    var session = TestSession()
    let now = StoreHarness.now
    let writes =
      [session.creation()]
      + (0..<20).map { number in
        session.change(
          record: IdempotencyRecord(
            session: session.id, key: "\(number)", fingerprint: [1], status: 200, revision: 2,
            body: Array(Self.text.utf8),
            at: number < 15 ? now - 86_400_000 : now))
      }
    #expect(harness.submit(writes).allSatisfy { $0 == nil })
    try expectParts(of: 15)
  }
}
