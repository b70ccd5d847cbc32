import Glibc

/// Queries the readiness of a local server.
enum Healthcheck {
  static func run(_ options: Options) throws -> Int32 {
    let given = options.text("host") ?? "127.0.0.1"
    // A server on a wildcard address is reached on loopback.
    let host = ["0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1"][given] ?? given
    let port = try options.integer("port", in: 1...65_535) ?? 8_080
    let answer = try ask(host, port)
    let line = answer.prefix { $0 != "\r" }
    guard line.split(separator: " ").dropFirst().first == "200" else {
      throw CommandError("\(host):\(port) is not ready: \(line)")
    }
    print("ready")
    return 0
  }

  private static func ask(_ host: String, _ port: Int) throws -> String {
    let file = try connect(host, port)
    defer { close(file) }
    // An address, which is accepted regardless of `--allow-host`.
    let request = Array("GET /readyz?for=reads HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8)
    guard send(file, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      throw CommandError("\(host):\(port) did not accept the request: \(reason())")
    }
    var answer = [UInt8](repeating: 0, count: 4_096)
    let count = recv(file, &answer, answer.count, 0)
    guard count > 0 else { throw CommandError("\(host):\(port) did not respond: \(reason())") }
    return String(decoding: answer.prefix(count), as: UTF8.self)
  }

  private static func connect(_ host: String, _ port: Int) throws -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let status = getaddrinfo(name, String(port), &hints, &found)
    guard status == 0, let first = found else {
      throw CommandError("\(host) is not an address: \(String(cString: gai_strerror(status)))")
    }
    defer { freeaddrinfo(first) }
    var next: UnsafeMutablePointer<addrinfo>? = first
    while let address = next?.pointee {
      let file = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
      limitTime(of: file)
      if file >= 0, Glibc.connect(file, address.ai_addr, address.ai_addrlen) == 0 { return file }
      if file >= 0 { close(file) }
      next = address.ai_next
    }
    throw CommandError("nothing listens on \(host):\(port): \(reason())")
  }

  /// Limits each step of a socket, connecting included.
  private static func limitTime(of file: Int32) {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    // A server that hangs counts as not ready, and must not hang the check.
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(file, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}
