/// The options of requests.
package struct TransportOptions: Sendable {
  package var addresses = AddressPolicy()
  /// Milliseconds for the connection, including name resolution and the TLS handshake.
  package var connectTimeout = 5_000
  /// Milliseconds for the whole response, so that a receiver that sends single bytes is cut off as well.
  package var timeout = 15_000
  /// The bytes of a response that are read. Typical responses are read completely, so that the connection can be
  /// reused.
  package var longestAnswer = 65_536
  /// Open connections of an owner, idle ones included. With fewer than are in use, libcurl would close each one after its
  /// request. Also the number in total above which idle connections of other owners are closed.
  package var connections = 256
  /// The name of the library for the dynamic linker.
  package var library = "libcurl.so.4"

  /// Creates the default options.
  package init() {}

  /// The version of the library; nil if it cannot be loaded.
  package var libraryVersion: String? {
    do { return try CurlLibrary(named: library).version } catch { return nil }
  }
}
