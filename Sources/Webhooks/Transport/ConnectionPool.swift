import CShims
import Glibc

/// The connections of one owner, which no other owner's requests use.
///
/// Belongs to the thread of its transport. libcurl reuses a connection although the receiver has sent more than was asked
/// for, and takes that for the answer to the next request (RFC 9112 §9.2 forbids it); `isClean` finds such connections.
final class ConnectionPool {
  let share: OpaquePointer
  private let library: CurlLibrary
  /// The open sockets, idle ones included.
  private(set) var sockets: Set<Int32> = []
  /// The transfers in progress.
  var inFlight = 0
  /// A number that increases with each use of any pool.
  var lastUse = 0

  init(_ library: CurlLibrary) throws(CurlError) {
    self.library = library
    guard let share = ccurl_share_connections(library.functions) else { throw CurlError(reason: "out of memory") }
    self.share = share
  }

  /// Closes the connections. Each transfer retains its pool, so none is in progress.
  deinit { _ = library.functions.pointee.share_cleanup(share) }

  static func from(_ data: UnsafeMutableRawPointer?) -> ConnectionPool? {
    data.map { Unmanaged<ConnectionPool>.fromOpaque($0).takeUnretainedValue() }
  }

  func open(_ address: ccurl_address) -> Int32 {
    let descriptor = socket(
      address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
    if descriptor >= 0 { sockets.insert(descriptor) }
    return descriptor
  }

  func close(_ socket: Int32) -> Int32 {
    sockets.remove(socket)
    return Glibc.close(socket)
  }

  /// Whether nothing can be read from the connection with these ports, so that what comes next answers the next request.
  func isClean(localPort: Int32, remotePort: Int32) -> Bool {
    let found = sockets.filter {
      Self.port($0, getsockname) == localPort && Self.port($0, getpeername) == remotePort
    }
    // Ports may be equal at different addresses. Then all of these have to be silent.
    return !found.isEmpty && found.allSatisfy(Self.isSilent)
  }

  /// Whether the socket is open and has no received bytes.
  private static func isSilent(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    // 0 bytes are the end of the connection, which is not silence either.
    return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) < 0 && errno == EAGAIN
  }

  private static func port(
    _ socket: Int32, _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int32? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard name(socket, address, &length) == 0 else { return nil }
        // The port follows the family in both `sockaddr_in` and `sockaddr_in6`.
        let bytes = UnsafeRawBufferPointer(start: address, count: 4)
        return Int32(bytes[2]) << 8 | Int32(bytes[3])
      }
    }
  }
}
