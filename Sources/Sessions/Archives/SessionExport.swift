import Support
import JSON
import Navigation

/// The archive of a session, produced piece by piece for `GET S/export`.
///
/// Exports the session at one revision; later changes are not included. Fails if required changes are deleted or pruned
/// during the export. Holds one page of changes at a time. The lines are those of a ``SessionArchive``.
package struct SessionExport: Sendable {
  /// The exported revision.
  package let revision: Int

  let store: SessionStore
  private let journal: any Journal
  /// The first lines, until they are returned.
  private var head: [UInt8]
  private let timers: [Timer]
  /// The oldest revision of the archive.
  private let oldest: Int
  /// The query for the remaining changes; nil: none.
  private var query: PastQuery?
  /// The revision of the next change.
  private var next: Int
  /// Whether steps of that change were written.
  private var hasSteps = false
  private var lines = 0
  private var digest = SHA256Stream()

  /// A part of the archive.
  package enum Piece: Sendable {
    /// Some bytes, and the export of the following pieces.
    case part([UInt8], SessionExport)
    case last([UInt8])
  }

  /// - Parameter archive: The header, the definition and the pending timers, without changes.
  init(_ archive: SessionArchive, of store: SessionStore, from journal: any Journal) {
    let header = archive.session
    self.store = store
    self.journal = journal
    revision = header.revision
    timers = archive.timers
    var json = JSONWriter(capacity: 4_096)
    lines = archive.writeHead(to: &json)
    head = json.bytes
    oldest = header.undoState.oldest
    next = max(oldest, 2)
    if next <= revision {
      query = PastQuery(session: store.id, selection: .ascending(next...revision), content: .all)
    }
  }

  /// Whether changes that it needs were pruned or deleted since it began.
  var isOutdated: Bool { store.isDeleted || store.isRetired || store.oldest > oldest }

  /// Produces the next piece: at most one page of changes, or one edit if it is longer.
  package func read() async throws(JournalFailure) -> Piece {
    var export = self
    while let query = export.query {
      let page = try await journal.past(query)
      do throws(CorruptSession) {
        let piece = try export.encode(page)
        // A page of a long change may hold none of it yet.
        if !piece.isEmpty { return .part(piece, export) }
      } catch {
        throw failure(error)
      }
    }
    // A session with the same id may have been imported after this one was deleted.
    guard export.next > revision, !store.isGone else { throw failure(.missing(export.next)) }
    return .last(export.ending())
  }

  private mutating func encode(_ page: PastPage) throws(CorruptSession) -> [UInt8] {
    query = page.next
    var writer = PieceWriter(
      capacity: head.count + page.changes.reduce(256) { $0 + 128 + $1.edits.count + $1.action.count },
      hasSteps: hasSteps)
    writer.json.append(raw: head)
    head = []
    for change in page.changes {
      // The history may be pruned between two pieces, since nothing stays open in the journal meanwhile.
      guard change.revision == next else { throw .missing(next) }
      try writer.append(archived: change)
      guard change.part.isLast else { continue }
      next += 1
      lines += 1
    }
    hasSteps = writer.hasSteps
    let piece = writer.finish()
    digest.update(piece)
    return piece
  }

  /// Returns the timers and the last line.
  private func ending() -> [UInt8] {
    var json = JSONWriter(capacity: 256 + head.count)
    json.append(raw: head)
    for timer in timers { timer.write(line: &json) }
    var digest = digest
    digest.update(json.bytes)
    SessionArchive.write(end: lines + timers.count, sha256: digest.finish().hexadecimal, to: &json)
    return json.bytes
  }

  private func failure(_ error: CorruptSession) -> JournalFailure {
    .damaged("The session \(store.id.text) cannot be exported: \(error.detail).")
  }
}
