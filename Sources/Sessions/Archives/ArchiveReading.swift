import Support
import JSON
import Navigation

/// The check of an archive, line by line. Collects up to a hundred errors in lines; the first error in the session's
/// content is reported only if all lines are valid.
struct ArchiveReading {
  private let limits: SessionLimits
  private var lines: ArchiveLines
  private var number = 0
  private var header: SessionArchive.Header?
  private var definitions: [JSONValue] = []
  /// The versions that the archive defines.
  private var defined: [Int] = []
  private var replay: ArchiveReplay?
  private var hasTimers = false
  private var isComplete = false
  private var digest = SHA256Stream()
  private var faults: [ArchiveFaults.Fault] = []
  private var mismatch: ArchiveFaults?
  /// The offset of the current line.
  private var start = 0
  /// The offsets of the changes.
  private(set) var changes = 0..<0

  init(_ source: any ArchiveSource, _ limits: SessionLimits) {
    self.limits = limits
    lines = ArchiveLines(of: source, in: 0..<source.count, longest: limits.archiveLine)
  }

  /// - Throws: `ArchiveFaults`, or a `JournalFailure`.
  mutating func run(_ app: CheckedArchive.AppLookup) throws -> (SessionArchive.Header, Tree, FlowWay?) {
    while faults.count < 100, try readLine(app) {}
    if number == 0 { report("The archive is empty; the first line must describe the session.", at: 1) }
    if !isComplete, faults.isEmpty {
      report("The archive is truncated: the last line, with `lines` and `sha256`, is missing.")
    }
    guard faults.isEmpty else { throw ArchiveFaults(faults) }
    if let mismatch { throw mismatch }
    guard let header, let replay else { throw ArchiveFaults(1, "The archive contains no session.") }
    return (header, replay.tree, replay.way())
  }

  /// - Returns: Whether another line may follow.
  private mutating func readLine(_ app: CheckedArchive.AppLookup) throws(JournalFailure) -> Bool {
    start = lines.rest.lowerBound
    guard let line = try lines.next() else { return false }
    number += 1
    switch line {
    case .line(let bytes):
      parseLine(bytes, app)
      return true
    case .cut: report("The archive is truncated within this line.")
    case .tooLong:
      report("The line exceeds the limit of \(limits.archiveLine) bytes (`--max-import-line`).")
    }
    return false
  }

  private mutating func report(_ detail: String, at line: Int? = nil) {
    faults.append(ArchiveFaults.Fault(line: line ?? number, detail: detail))
  }

  private mutating func parseLine(_ bytes: ArraySlice<UInt8>, _ app: CheckedArchive.AppLookup) {
    do throws(ArchiveLine.Fault) {
      guard !isComplete else {
        throw ArchiveLine.Fault(detail: "The previous line has `sha256` and must be the last one.")
      }
      let line = try ArchiveLine(parsing: bytes, number: number)
      if case .end(let count, let sha256) = line {
        try checkEnd(count, sha256)
      } else if case .change = line, hasTimers {
        throw ArchiveLine.Fault(detail: "A change must not follow a timer.")
      }
      do throws(ArchiveFaults) {
        if mismatch == nil { try follow(line, app) }
      } catch {
        mismatch = error
      }
    } catch {
      report(error.detail)
    }
    // Also a faulty line, so that its fault does not cause another one at the checksum.
    bytes.withUnsafeBytes { digest.update($0) }
    digest.update([UInt8(ascii: "\n")])
  }

  private mutating func follow(_ line: ArchiveLine, _ app: CheckedArchive.AppLookup) throws(ArchiveFaults) {
    switch line {
    case .header(let header): self.header = header
    case .definition(let definition) where replay == nil: definitions.append(definition)
    default:
      // Nothing can be replayed without a valid first line.
      guard let header else { return }
      if replay == nil {
        defined = definitions.compactMap { $0["version"]?.integerValue.map { Int($0) } }
        replay = try ArchiveReplay(header, of: try app(header, definitions), limits)
        changes = start..<start
        definitions = []
      }
      try follow(line)
    }
  }

  private mutating func follow(_ line: ArchiveLine) throws(ArchiveFaults) {
    switch line {
    case .header: break
    case .definition:
      throw ArchiveFaults(number, "A definition must stand before the changes and timers.")
    case .change(let change):
      changes = changes.lowerBound..<lines.rest.lowerBound
      try replay?.follow(change, line: number)
    case .timer(let timer):
      hasTimers = true
      try replay?.checkTimer(timer, line: number)
    case .end:
      try replay?.end(line: number)
      try checkDefinitions()
    }
  }

  var hasDefinitions: Bool { !defined.isEmpty }

  /// Checks that the archive defines the versions on which the session has run, the present one first, and no others.
  private func checkDefinitions() throws(ArchiveFaults) {
    guard let header, let replay, !defined.isEmpty else { return }
    let expected = [header.appVersion] + replay.versions.subtracting([header.appVersion]).sorted()
    guard defined != expected else { return }
    throw ArchiveFaults(
      2,
      "The session has run on the versions \(expected.map(String.init).joined(separator: ", ")) of its app; the "
        + "definitions are of \(defined.map(String.init).joined(separator: ", ")).")
  }

  /// Checks the count and the checksum of the last line.
  private mutating func checkEnd(_ count: Int, _ sha256: String) throws(ArchiveLine.Fault) {
    guard count == number - 1 else {
      throw ArchiveLine.Fault(
        detail: "`lines` is \(count), but \(number - 1) lines precede this one.")
    }
    guard sha256 == digest.finish().hexadecimal else {
      throw ArchiveLine.Fault(detail: "`sha256` does not match the preceding lines; the archive was modified.")
    }
    isComplete = true
  }
}
