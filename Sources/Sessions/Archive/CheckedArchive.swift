import JSON
import Navigation

/// A fully checked archive. Exporting the imported session gives the same bytes.
package struct CheckedArchive: Sendable {
  let session: SessionArchive.Header
  /// The session's tree at the end.
  let tree: Tree
  private let source: any ArchiveSource
  /// The offsets of the changes, and the line number of the first one.
  private let changes: Range<Int>
  private let firstLine: Int

  /// The reason that an archive is not imported.
  package enum Refusal: Error {
    case faulty(ArchiveFaults)
    /// The archive could not be read.
    case failed(JournalFailure)
  }

  /// Returns the app of the session in the first line, which the lines after it may define.
  package typealias AppLookup = (
    _ session: SessionArchive.Header, _ definitions: [JSONValue]
  ) throws(ArchiveFaults) -> AppVersions

  /// Reads an archive forward, then its changes backward. Takes long, so it must not run on an event loop.
  package init(_ source: any ArchiveSource, _ limits: SessionLimits, app: AppLookup) throws(Refusal) {
    do {
      self.source = source
      (session, tree, changes, firstLine) = try Self.read(source, limits, app)
      try rewind(limits)
    } catch let faults as ArchiveFaults {
      throw .faulty(faults)
    } catch let failure as JournalFailure {
      throw .failed(failure)
    } catch {
      preconditionFailure("neither of the two errors that are thrown above: \(error)")
    }
  }

  private static func read(
    _ source: any ArchiveSource, _ limits: SessionLimits, _ app: AppLookup
  ) throws -> (SessionArchive.Header, Tree, changes: Range<Int>, firstLine: Int) {
    var reading = ArchiveReading(source, limits)
    let (session, tree) = try reading.run(app)
    return (session, tree, reading.changes, reading.firstLine)
  }

  private func rewind(_ limits: SessionLimits) throws {
    var rewind = ArchiveRewind(from: tree, to: session)
    var lines = ArchiveLines(of: source, in: changes, longest: limits.archiveLine)
    while case .line(let line)? = try lines.last() {
      let change = try Self.change(line).change
      do throws(CorruptSession) {
        try rewind.takeBack(change)
      } catch {
        let line = firstLine + change.revision - max(session.undoState.oldest, 2)
        throw ArchiveFaults(line, "Revision \(change.revision): \(error.detail).")
      }
    }
    do throws(CorruptSession) {
      try rewind.end()
    } catch {
      throw ArchiveFaults(1, "The first state contradicts the changes: \(error.detail).")
    }
  }

  /// Returns the lines of the changes, oldest first.
  func lines(_ limits: SessionLimits) -> ArchiveLines {
    ArchiveLines(of: source, in: changes, longest: limits.archiveLine)
  }

  /// Parses a change that was checked before.
  ///
  /// - Returns: The change, and the places of its members in the array of the line, unless the line is short.
  static func change(
    _ line: ArraySlice<UInt8>
  ) throws(JournalFailure) -> (change: ArchivedChange, places: [String: Range<Int>]?) {
    do throws(ArchiveLine.Fault) {
      let json = try ArchiveLine.object(line)
      return (try ArchivedChange(line: json), json.memberRanges(in: line))
    } catch {
      throw .unavailable("the archive changed while it was read: \(error.detail)")
    }
  }
}
