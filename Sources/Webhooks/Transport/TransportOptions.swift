/// How requests are sent.
package struct TransportOptions: Sendable {
  package var addresses = AddressPolicy()
  /// Milliseconds until there has to be a connection, the name resolved and TLS agreed on.
  package var connectTimeout = 5_000
  /// Milliseconds until the answer has to be there: a receiver that sends a byte now and then is cut off, too.
  package var timeout = 15_000
  /// Connections that are kept open, those in use among them: with fewer than are in use, libcurl would close each one after
  /// its request.
  package var connections = 256
  /// What the dynamic linker finds it by.
  package var library = "libcurl.so.4"

  package init() {}
}
