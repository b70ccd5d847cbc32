import CShims
import Glibc

/// The listening sockets of a server: one for each address and event loop.
struct ListeningSockets: Sendable {
  /// The bound addresses, with port 0 resolved.
  let addresses: [SocketAddress]
  /// The sockets of each loop, which owns the descriptors.
  let sockets: [[Int32]]

  init(host: String, port: UInt16, loops: Int) throws(ServerError) {
    let binder = Binder(host: host)
    var sockets = Array(repeating: [Int32](), count: loops)
    do {
      addresses = try binder.bind(try binder.resolve(port: port), into: &sockets)
    } catch {
      for descriptor in sockets.joined() { close(descriptor) }
      throw error
    }
    self.sockets = sockets
  }

  /// Shares the sockets of another process among all loops: only the process that binds a port can open several for it.
  init(inherited: [Int32], loops: Int) throws(ServerError) {
    addresses = try inherited.map { (socket) throws(ServerError) in try SocketAddress(ofListening: socket) }
    var sockets = Array(repeating: [Int32](), count: loops)
    for socket in inherited {
      let flags = fcntl(socket, F_GETFL)
      guard flags >= 0, fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .last("fcntl") }
      for loop in sockets.indices {
        // Each loop owns and closes its own descriptor.
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last("fcntl") }
        sockets[loop].append(copy)
      }
    }
    self.sockets = sockets
  }
}

extension SocketAddress {
  /// The address of a listening TCP socket.
  package init(ofListening socket: Int32) throws(ServerError) {
    var (isListening, length): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
    guard getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0,
      let address = SocketAddress(filledBy: { getsockname(socket, $0, $1) })
    else { throw .last("getsockopt of descriptor \(socket)") }
    guard isListening != 0, [AF_INET, AF_INET6].contains(address.family) else { throw .notListening(socket) }
    self = address
  }
}

private struct Binder {
  let host: String

  /// All addresses of the host, with `port`.
  func resolve(port: UInt16) throws(ServerError) -> [SocketAddress] {
    // An IPv6 address may have brackets, as in a URL.
    let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(name, String(port), &hints, &list)
    guard status == 0 else { throw .unknownHost(host: host, reason: String(cString: gai_strerror(status))) }
    defer { freeaddrinfo(list) }
    return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { entry in
      guard let entry = entry?.pointee, let address = entry.ai_addr else { return nil }
      return SocketAddress(copying: address, length: entry.ai_addrlen)
    }
  }

  /// Binds and listens on every address, with the same port. Skips addresses of a name that this machine lacks:
  /// `localhost` has an IPv6 address even on machines without IPv6.
  func bind(_ addresses: [SocketAddress], into sockets: inout [[Int32]]) throws(ServerError) -> [SocketAddress] {
    var bound: [SocketAddress] = []
    for var address in addresses {
      if address.port == 0, let first = bound.first { address.port = first.port }
      do {
        bound.append(try bind(address, into: &sockets))
      } catch ServerError.addressNotAvailable where addresses.count > 1 {
        continue
      }
    }
    guard !bound.isEmpty else { throw .addressNotAvailable(host: host) }
    return bound
  }

  /// Opens one socket for each loop on one address.
  ///
  /// `SO_REUSEPORT` alone would let two servers of one user silently share a port, and could resolve port 0 to a port
  /// in use. Therefore a socket without it claims the port first, and is closed when the others are bound.
  private func bind(_ address: SocketAddress, into sockets: inout [[Int32]]) throws(ServerError) -> SocketAddress {
    let claimed = try claim(address) { address throws(ServerError) in
      for loop in sockets.indices { sockets[loop].append(try open(address, sharesPort: true)) }
    }
    // Last: sockets may share an address by SO_REUSEADDR only while none of them listens (socket(7)).
    for own in sockets {
      guard let socket = own.last, listen(socket, SOMAXCONN) == 0 else { throw failure("listen", at: claimed) }
    }
    return claimed
  }

  /// Claims the address while `body` runs.
  private func claim(
    _ address: SocketAddress, while body: (SocketAddress) throws(ServerError) -> Void
  ) throws(ServerError) -> SocketAddress {
    let socket = try open(address, sharesPort: false)
    defer { close(socket) }
    guard let claimed = SocketAddress(filledBy: { getsockname(socket, $0, $1) }) else { throw .last("getsockname") }
    try body(claimed)
    return claimed
  }

  private func open(_ address: SocketAddress, sharesPort: Bool) throws(ServerError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw failure("socket", at: address) }
    do {
      try set(SOL_SOCKET, SO_REUSEADDR, 1, on: descriptor)
      if sharesPort { try set(SOL_SOCKET, SO_REUSEPORT, 1, on: descriptor) }
      // `::` accepts IPv4 too, whatever the system's default is (ipv6(7): bindv6only).
      if address.family == AF_INET6 { try set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0, on: descriptor) }
    } catch {
      close(descriptor)
      throw error
    }
    guard address.withPointer({ Glibc.bind(descriptor, $0, $1) }) == 0 else {
      let error = failure("bind", at: address)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private func set(_ level: Int32, _ option: Int32, _ value: Int32, on descriptor: Int32) throws(ServerError) {
    var value = value
    guard setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
      throw .last("setsockopt")
    }
  }

  private func failure(_ call: String, at address: SocketAddress) -> ServerError {
    switch errno {
    case EADDRINUSE: .portInUse(host: host, port: address.port)
    case EADDRNOTAVAIL, EAFNOSUPPORT: .addressNotAvailable(host: host)
    case EACCES, EPERM: .permissionDenied(host: host, port: address.port)
    default: .last(call)
    }
  }
}
