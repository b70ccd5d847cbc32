import Glibc
import HTTP

/// An IP address and a port, in the kernel's format.
package struct SocketAddress: Sendable {
  private var storage: sockaddr_storage
  private var length: socklen_t

  init(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
    storage = sockaddr_storage()
    self.length = length
    withUnsafeMutableBytes(of: &storage) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
    }
  }

  /// Lets a system call write the address; nil when the call fails, with `errno` set.
  init?(filledBy call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
    }
    guard result >= 0 else { return nil }
    self.storage = storage
    self.length = length
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  var family: Int32 { Int32(storage.ss_family) }
}

extension SocketAddress {
  /// The port.
  package var port: UInt16 {
    get { UInt16(bigEndian: bytes(at: 2, as: UInt16.self)) }
    set {
      // `sin_port` and `sin6_port` have the same offset.
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: newValue.bigEndian, toByteOffset: 2, as: UInt16.self) }
    }
  }

  /// The address without its port. An IPv4 address of an IPv6 socket is shown as IPv4.
  package var host: String { peer.description }

  var peer: IPAddress {
    if family == AF_INET {
      return IPAddress(ipv4: bytes(at: 4, as: UInt32.self))
    }
    // `sin6_addr` follows the family, the port and the flow label of four bytes (ipv6(7)).
    return IPAddress(bytes: bytes(at: 8, as: UInt128.self))
  }

  private func bytes<Value: BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value {
    withUnsafeBytes(of: storage) { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }
}

extension SocketAddress: CustomStringConvertible {
  /// The address as in a URL: `127.0.0.1:8080`, `[::1]:8080`.
  package var description: String {
    peer.isIPv4 ? "\(host):\(port)" : "[\(host)]:\(port)"
  }
}
