import JSON
import Navigation

/// A fully checked archive. If an export wrote it, exporting the imported session gives the same bytes.
package struct CheckedArchive: Sendable {
  let session: SessionArchive.Header
  /// The session's tree at the end.
  let tree: Tree
  /// The way of the whole history, as flows count it; nil: they do not.
  package let flow: FlowWay?
  private let source: any ArchiveSource
  let hasDefinitions: Bool
  /// The offsets of the changes.
  private let changes: Range<Int>

  /// The reason that an archive is not imported.
  package enum Failure: Error {
    case faulty(ArchiveFaults)
    /// The archive could not be read.
    case failed(JournalFailure)
  }

  /// Returns the app of the session in the first line, which the lines after it may define.
  package typealias AppLookup = (
    _ session: SessionArchive.Header, _ definitions: [JSONValue]
  ) throws(ArchiveFaults) -> AppVersions

  /// Reads an archive. Takes long, so it must not run on an event loop.
  package init(_ source: any ArchiveSource, _ limits: SessionLimits, app: AppLookup) throws(Failure) {
    do {
      self.source = source
      var reading = ArchiveReading(source, limits)
      (session, tree, flow) = try reading.run(app)
      (changes, hasDefinitions) = (reading.changes, reading.hasDefinitions)
    } catch let faults as ArchiveFaults {
      throw .faulty(faults)
    } catch let failure as JournalFailure {
      throw .failed(failure)
    } catch {
      preconditionFailure("neither of the two errors that are thrown above: \(error)")
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
