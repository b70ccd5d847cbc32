import CShims
import Glibc
import Sessions

/// The file of traps in the data folder. The handler of fatal signals appends a line when a trap ends the process, and the
/// next start reads them.
struct TrapFile: Sendable {
  private let path: String
  /// Open as long as the process lives; negative: the file cannot be opened.
  private let descriptor: Int32
  let records: [TrapRecord]

  /// Opens the file, and removes what is no longer needed from it.
  init(in folder: String, at now: Int64, _ log: Log) {
    path = folder + "/traps.jsonl"
    let lines = Self.read(path)
    records = lines.compactMap(\.record)
    let isNew = { (line: Line) in line.record.map { $0.at > now - QuarantineItem.memory } ?? false }
    if lines.last?.record.map({ !$0.isStart }) ?? !lines.isEmpty {
      let kept = lines.filter { isNew($0) && $0.record?.isStart == false }.map(\.bytes)
      Self.replace(path, by: kept + [TrapRecord.start(at: now).bytes], log)
    }
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor < 0 { Self.warn("traps cannot be recorded", path, log) }
  }

  /// The traps since the last start.
  var newTraps: [Trap] {
    records.reversed().prefix { !$0.isStart }.reversed().compactMap {
      if case .trap(let trap) = $0 { trap } else { nil }
    }
  }

  /// Reports the traps of this process from now on.
  func reportTraps(like log: Log) {
    navstate_report_traps(descriptor, log.hasPriorities ? Log.Level.error.priority : "", log.format == .text ? 1 : 0)
  }

  /// Appends a record durably.
  func append(_ record: TrapRecord) -> Bool {
    // One call on a file that is open with O_APPEND: no line of the signal handler comes between.
    let line = record.bytes
    return descriptor >= 0 && write(descriptor, line, line.count) == line.count && fdatasync(descriptor) == 0
  }

  // MARK: Content

  private struct Line {
    let bytes: [UInt8]
    let record: TrapRecord?
  }

  private static func read(_ path: String) -> [Line] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    let size = lseek(file, 0, SEEK_END)
    var content = [UInt8](repeating: 0, count: min(max(0, size), TrapRecord.longestFile))
    // The end of the file. A first line that is cut is no record, and is dropped.
    let count = pread(file, &content, content.count, size - content.count)
    return content.prefix(max(0, count)).split(separator: UInt8(ascii: "\n")).map { line in
      Line(bytes: line + [UInt8(ascii: "\n")], record: TrapRecord(line))
    }
  }

  /// Replaces the file. If that fails, it stays as it is, and the next start reports its traps again.
  private static func replace(_ path: String, by lines: [[UInt8]], _ log: Log) {
    let other = path + ".new"
    let file = open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return warn("the file of traps cannot be replaced", other, log) }
    defer { close(file) }
    let content = Array(lines.joined())
    guard write(file, content, content.count) == content.count, fsync(file) == 0, rename(other, path) == 0 else {
      return warn("the file of traps cannot be replaced", other, log)
    }
  }

  private static func warn(_ message: String, _ path: String, _ log: Log) {
    log(.warning, message, ["file": .string(path), "reason": .string(String(cString: strerror(errno)))])
  }
}
