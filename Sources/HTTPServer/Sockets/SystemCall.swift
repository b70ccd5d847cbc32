import Glibc

/// Repeats a system call that a signal interrupted.
@inline(__always)
func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

extension ServerError {
  /// The error of the last system call, from `errno`.
  static func last(_ call: String) -> ServerError {
    // Read first: the calls below may change it.
    let code = errno
    return .system(call: call, code: code, reason: String(cString: strerror(code)))
  }
}

/// Raises the soft limit of open files to the hard limit: every connection uses a file descriptor.
///
/// - Returns: The new limit.
func raiseFileLimit() throws(ServerError) -> Int {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { throw .last("getrlimit") }
  limit.rlim_cur = limit.rlim_max
  guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { throw .last("setrlimit") }
  return Int(clamping: limit.rlim_cur)
}
