import Glibc

extension Serve {
  /// Files that are open without any connection, and some to spare.
  private static let files = 64
  private static let filesPerLoop = 6

  /// Dispatch ends the process, without a word, when the system has no descriptor left for it.
  static func requireFiles(forLoops loops: Int) throws(StartError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      throw StartError(description: "the limit of open files cannot be read: \(String(cString: strerror(errno)))")
    }
    let needed = files + loops * filesPerLoop
    guard limit.rlim_max < needed else { return }
    throw StartError(
      description:
        "\(limit.rlim_max) files may be open at most, and \(needed) are needed: raise the limit (`ulimit -n`)")
  }
}
