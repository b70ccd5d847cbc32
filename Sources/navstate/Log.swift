import Glibc
import JSON

/// Structured logs: one JSON object a line, on standard error.
struct Log: Sendable {
  enum Level: String, Sendable, CaseIterable, Comparable {
    case debug, info, warning, error

    static func < (one: Level, other: Level) -> Bool {
      (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }
  }

  let level: Level

  func callAsFunction(_ level: Level, _ message: String, _ members: JSONObject = [:]) {
    guard level >= self.level else { return }
    var line = JSONWriter()
    line.append("{\"time\":")
    line.append(timestamp: wallClock())
    line.append(",\"level\":")
    line.append(string: level.rawValue)
    line.append(",\"message\":")
    line.append(string: message)
    for member in members {
      line.append(",")
      line.append(string: member.name)
      line.append(":")
      line.append(value: member.value)
    }
    line.append("}\n")
    Self.write(line.bytes, to: STDERR_FILENO)
  }

  /// Writes all bytes, or as many as the file accepts; a failure cannot be reported.
  static func write(_ bytes: [UInt8], to file: Int32) {
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
