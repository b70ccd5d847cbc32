import Glibc

extension Serve {
  /// Files that are open without any connection, and a reserve.
  private static let files = 64
  private static let filesPerLoop = 6

  /// Checks the limit of open files, because Dispatch ends the process without a message if it gets no descriptor.
  static func requireFiles(forLoops loops: Int) throws(CommandError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      throw CommandError("the limit of open files cannot be read: \(String(cString: strerror(errno)))")
    }
    let needed = files + loops * filesPerLoop
    guard limit.rlim_max < needed else { return }
    throw CommandError(
      "the limit of \(limit.rlim_max) open files is too low; \(needed) are needed: raise the limit (`ulimit -n`)")
  }
}
