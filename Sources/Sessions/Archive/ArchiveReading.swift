import Digest
import JSON
import Navigation

/// The first pass through an archive. Collects up to a hundred errors in lines; the first error in the session's
/// content is reported only if all lines are valid.
struct ArchiveReading {
  private let limits: SessionLimits
  private var lines: ArchiveLines
  private var number = 0
  private var header: SessionArchive.Header?
  private var definition: JSONValue?
  private var replay: ArchiveReplay?
  private var hasTimers = false
  private var isComplete = false
  private var digest = SHA256Stream()
  private var faults: [ArchiveFaults.Fault] = []
  private var mismatch: ArchiveFaults?
  /// The offset of the current line.
  private var start = 0
  /// The offsets of the changes, and the line number of the first one.
  private(set) var changes = 0..<0
  private(set) var firstLine = 2

  init(_ source: any ArchiveSource, _ limits: SessionLimits) {
    self.limits = limits
    lines = ArchiveLines(of: source, in: 0..<source.count, longest: limits.archiveLine)
  }

  /// - Throws: `ArchiveFaults`, or a `JournalFailure`.
  mutating func run(_ app: CheckedArchive.AppLookup) throws -> (SessionArchive.Header, Tree) {
    while faults.count < 100, try readLine(app) {}
    if number == 0 { note("There is no line; the first one says which session it is.", at: 1) }
    if !isComplete, faults.isEmpty { note("The last line has `lines` and `sha256`; the file was cut before it.") }
    guard faults.isEmpty else { throw ArchiveFaults(faults) }
    if let mismatch { throw mismatch }
    guard let header, let replay else { throw ArchiveFaults(1, "There is no session in it.") }
    return (header, replay.tree)
  }

  /// - Returns: Whether another line may follow.
  private mutating func readLine(_ app: CheckedArchive.AppLookup) throws(JournalFailure) -> Bool {
    start = lines.rest.lowerBound
    guard let line = try lines.next() else { return false }
    number += 1
    switch line {
    case .line(let bytes):
      take(bytes, app)
      return true
    case .cut: note("The file ends in the middle of this line; it was cut.")
    case .tooLong:
      note("The line is longer than \(limits.archiveLine) bytes, the limit of a line (`--max-import-line`).")
    }
    return false
  }

  private mutating func note(_ detail: String, at line: Int? = nil) {
    faults.append(ArchiveFaults.Fault(line: line ?? number, detail: detail))
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>, _ app: CheckedArchive.AppLookup) {
    do throws(ArchiveLine.Fault) {
      guard !isComplete else { throw ArchiveLine.Fault(detail: "The line before has `sha256` and is the last one.") }
      let line = try ArchiveLine(parsing: bytes, number: number)
      if case .end(let count, let sha256) = line {
        try checkEnd(count, sha256)
      } else if case .change = line, hasTimers {
        throw ArchiveLine.Fault(detail: "A change comes after a timer.")
      }
      do throws(ArchiveFaults) {
        if mismatch == nil { try follow(line, app) }
      } catch {
        mismatch = error
      }
    } catch {
      note(error.detail)
    }
    bytes.withUnsafeBytes { digest.update($0) }
    digest.update([UInt8(ascii: "\n")])
  }

  private mutating func follow(_ line: ArchiveLine, _ app: CheckedArchive.AppLookup) throws(ArchiveFaults) {
    switch line {
    case .header(let header): self.header = header
    case .definition(let definition): self.definition = definition
    default:
      // Nothing can be replayed without a valid first line.
      guard let header else { return }
      if replay == nil {
        replay = try ArchiveReplay(header, of: try app(header, definition), limits)
        (changes, firstLine) = (start..<start, number)
        definition = nil
      }
      try follow(line)
    }
  }

  private mutating func follow(_ line: ArchiveLine) throws(ArchiveFaults) {
    switch line {
    case .header, .definition: break
    case .change(let change):
      changes = changes.lowerBound..<lines.rest.lowerBound
      try replay?.follow(change, line: number)
    case .timer(let timer):
      hasTimers = true
      try replay?.take(timer, line: number)
    case .end:
      try replay?.end(line: number)
    }
  }

  /// Checks the count and the checksum of the last line.
  private mutating func checkEnd(_ count: Int, _ sha256: String) throws(ArchiveLine.Fault) {
    guard count == number - 1 else {
      throw ArchiveLine.Fault(
        detail: "`lines` says that \(count) lines come before this one; there are \(number - 1).")
    }
    guard sha256 == digest.finish().hexadecimal else {
      throw ArchiveLine.Fault(detail: "`sha256` is not that of the lines before; one of them was changed.")
    }
    isComplete = true
  }
}
