import CShims
import Synchronization

/// libcurl, loaded with the first delivery: with its dependencies it takes more memory than the rest of a server
/// without webhooks.
///
/// It stays loaded until the process ends, as it requires.
final class CurlLibrary {
  /// The functions. `ccurl_load` has set all of them, so no call checks for null.
  let functions: UnsafePointer<ccurl>

  private static let initialization = Mutex(())

  init(named name: String) throws(CurlError) {
    let functions = UnsafeMutablePointer<ccurl>.allocate(capacity: 1)
    functions.initialize(to: ccurl())
    // Set before anything can throw, so that `deinit` frees it.
    self.functions = UnsafePointer(functions)
    if let reason = ccurl_load(functions, name) { throw CurlError(reason: String(cString: reason)) }
    // Not thread-safe before 7.84.
    let code = Self.initialization.withLock { _ in functions.pointee.global_init(Int(CCURL_GLOBAL_DEFAULT)) }
    guard code == 0 else { throw CurlError(reason: "curl_global_init returned \(code)") }
  }

  deinit { functions.deallocate() }

  /// The version, such as "7.88.1".
  var version: String {
    // "libcurl/7.88.1 OpenSSL/3.0.15 zlib/1.2.13 …" (curl_version(3)).
    guard let text = functions.pointee.version() else { return "" }
    return String(String(cString: text).drop { $0 != "/" }.dropFirst().prefix { $0 != " " })
  }

  func check(_ code: Int32) throws(CurlError) {
    guard code != 0 else { return }
    throw CurlError(reason: explanation(of: code))
  }

  /// The description of a code, such as "Timeout was reached".
  func explanation(of code: Int32) -> String {
    functions.pointee.easy_strerror(code).map { String(cString: $0) } ?? "code \(code)"
  }
}

/// An error of libcurl that prevents all deliveries.
struct CurlError: Error, CustomStringConvertible {
  let reason: String
  var description: String { "libcurl cannot be used (Debian has it in libcurl4): \(reason)" }
}
