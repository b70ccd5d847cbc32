import Glibc
import JSON
import Synchronization

/// Structured logs on standard error: one JSON object a line, or a readable line at a terminal.
struct Log: Sendable {
  enum Format: String, Sendable, CaseIterable {
    case json, text

    /// Text at a terminal, else JSON.
    static var standard: Format { isatty(STDERR_FILENO) == 1 ? .text : .json }
  }

  enum Level: String, Sendable, CaseIterable, Comparable {
    case debug, info, warning, error

    /// The severity of syslog(3): the lower, the worse.
    private var severity: Int {
      switch self {
      case .debug: 7
      case .info: 6
      case .warning: 4
      case .error: 3
      }
    }

    /// The severity as the beginning of a line, as sd-daemon(3) has it.
    var priority: String { "<\(severity)>" }

    static func < (one: Level, other: Level) -> Bool { one.severity > other.severity }
  }

  private let threshold: Threshold
  var format = Format.json
  /// Whether each line begins with its priority, as sd-daemon(3) has it: `<4>` is a warning. Without it, the journal of
  /// systemd has all lines of a service with the same priority.
  var hasPriorities = false

  /// The level of all copies of a log, which can change while the server runs.
  private final class Threshold: Sendable {
    let level: Mutex<Level>

    init(_ level: Level) { self.level = Mutex(level) }
  }

  init(level: Level, format: Format = .json, hasPriorities: Bool = false) {
    threshold = Threshold(level)
    self.format = format
    self.hasPriorities = hasPriorities
  }

  /// The lowest level that is written.
  var level: Level {
    get { threshold.level.withLock { $0 } }
    nonmutating set { threshold.level.withLock { $0 = newValue } }
  }

  /// - Parameter always: Whether the line is written whatever the level.
  func callAsFunction(_ level: Level, _ message: String, _ members: JSONObject = [:], always: Bool = false) {
    guard always || level >= self.level else { return }
    let time = wallClock()
    let line = format == .text ? Self.text(time, level, message, members) : Self.json(time, level, message, members)
    Self.write(hasPriorities ? Array(level.priority.utf8) + line : line)
  }

  /// Writes the values with the names in a column, as the first lines at a terminal.
  func callAsFunction(heading lines: KeyValuePairs<String, String>) {
    guard level <= .info else { return }
    let width = lines.map(\.key.count).max() ?? 0
    let padded = lines.map { $0 + String(repeating: " ", count: width - $0.count) + "  " + $1 + "\n" }
    Self.write(Array(padded.joined().utf8))
  }

  /// Whether standard error is connected to the journal.
  ///
  /// - Parameter stream: `$JOURNAL_STREAM`: "the device and inode numbers of the file descriptors … that are connected to
  ///   the journal, separated by a colon" (systemd.exec(5)). A child process inherits the variable, but may have another
  ///   standard error.
  static func isJournal(_ stream: String?, file: Int32 = STDERR_FILENO) -> Bool {
    var status = stat()
    guard let stream, fstat(file, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  private static func json(_ time: Int64, _ level: Level, _ message: String, _ members: JSONObject) -> [UInt8] {
    var line = JSONWriter()
    line.append("{\"time\":", timestamp: time)
    line.append(",\"level\":", string: level.rawValue)
    line.append(",\"message\":", string: message)
    for member in members {
      line.append(",")
      line.append(string: member.name)
      line.append(":")
      line.append(value: member.value)
    }
    line.append("}\n")
    return line.bytes
  }

  /// `2026-01-02 03:04:05Z info     message  name=value name="another value"`
  static func text(_ time: Int64, _ level: Level, _ message: String, _ members: JSONObject) -> [UInt8] {
    let date = JSONTimestamp.text(time)
    // The longest name, `warning`, has seven characters.
    let name = level.rawValue + String(repeating: " ", count: 8 - level.rawValue.count)
    var line = "\(date.prefix(10)) \(date.dropFirst(11).prefix(8))Z \(name) \(message)"
    for (index, member) in members.enumerated() {
      line += "\(index == 0 ? "  " : " ")\(member.name)=\(readable(member.value))"
    }
    return Array((line + "\n").utf8)
  }

  /// A value on one line without control characters, which a terminal would interpret. Quoted if it has spaces.
  private static func readable(_ value: JSONValue) -> String {
    let plain = value.stringValue.flatMap { text in
      !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") } ? text : nil
    }
    if let plain { return plain }
    return value.text.unicodeScalars.reduce(into: "") { line, scalar in
      if scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format {
        line += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
  }

  /// Writes all bytes, or as many as the file accepts; a failure cannot be reported.
  static func write(_ bytes: [UInt8], to file: Int32 = STDERR_FILENO) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// Returns milliseconds since 1970, limited to ten thousand years, so that adding durations cannot overflow.
@Sendable func wallClock() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  let limit = 10_000 * 366 * 86_400
  return Int64(min(max(time.tv_sec, -limit), limit)) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}
