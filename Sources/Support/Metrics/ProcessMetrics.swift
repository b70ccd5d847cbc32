import Glibc

/// The process metrics of the operating system, under the standard names of Prometheus clients.
package enum ProcessMetrics {
  /// Writes the process metrics.
  package static func report(in text: inout MetricsText) {
    text.begin("process_cpu_seconds_total", .counter, "User and system CPU time spent, in seconds.")
    text.series(cpuSeconds)
    if let pages = residentPages {
      text.gauge("process_resident_memory_bytes", "Resident memory, in bytes.", pages * sysconf(Int32(_SC_PAGESIZE)))
    }
    if let count = openFiles { text.gauge("process_open_fds", "Open file descriptors.", count) }
    text.gauge("process_max_fds", "Maximum number of open file descriptors.", fileLimit)
    if let start = startTime {
      text.begin("process_start_time_seconds", .gauge, "Start time of the process, in seconds since 1970.")
      text.series(start)
    }
  }

  static var cpuSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_utime.seconds + usage.ru_stime.seconds
  }

  private static var fileLimit: Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// The second number of proc_pid_statm(5).
  private static var residentPages: Int? {
    let numbers = read("/proc/self/statm")?.split(separator: " ")
    return numbers.flatMap { $0.count > 1 ? Int($0[1]) : nil }
  }

  /// The number of open descriptors, without the one used for counting.
  private static var openFiles: Int? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      // `.` and `..` are not descriptors.
      if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
    }
    return count - 1
  }

  /// The 22nd field of proc_pid_stat(5), in ticks since boot. The second field, a name in parentheses, may contain any
  /// characters.
  private static var startTime: Double? {
    guard let fields = read("/proc/self/stat")?.split(separator: ")").last?.split(separator: " "), fields.count > 19,
      let ticks = Double(fields[19]), let boot = bootTime
    else { return nil }
    return boot + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The boot time of proc_stat(5), in seconds since 1970.
  private static var bootTime: Double? {
    let line = read("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }
    return line?.split(separator: " ").last.flatMap { Double($0) }
  }

  /// The content of a file of /proc; nil if it is absent.
  private static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return String(decoding: content, as: UTF8.self) }
      content += buffer[..<count]
    }
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1_000_000 }
}
