import Dispatch
import Glibc
import Synchronization

/// Sends requests to a server on the loopback address over one connection. Reconnects if the server has closed it.
/// Reading times out after ten seconds, so that a failing test ends.
final class LiveClient: Client {
  private let port: UInt16
  private let descriptor = Mutex<Int32?>(nil)
  private let queue = DispatchQueue(label: "client")

  init(port: UInt16) {
    self.port = port
  }

  deinit { disconnect() }

  func answer(to request: [UInt8], isHead: Bool) async throws -> Answer {
    try await withCheckedThrowingContinuation { done in
      queue.async { done.resume(with: Result { try self.exchange(request, isHead) }) }
    }
  }

  private func exchange(_ request: [UInt8], _ isHead: Bool) throws -> Answer {
    let socket = try connection()
    var rest = request[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw NoAnswer(call: "send") }
      rest = rest.dropFirst(count)
    }
    let answer = try receive(socket, isHead)
    if answer["connection"] == "close" { disconnect() }
    return answer
  }

  private func receive(_ socket: Int32, _ isHead: Bool) throws -> Answer {
    var received: ArraySlice<UInt8> = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let answer = Answer.popFirst(from: &received, forHead: isHead) { return answer }
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { throw NoAnswer(call: "recv") }
      received += buffer[..<count]
    }
  }

  private func connection() throws -> Int32 {
    try descriptor.withLock { descriptor in
      if let known = descriptor {
        // The server closes an idle connection. It can be idle for long while other tests keep the processors busy.
        var byte: UInt8 = 0
        if recv(known, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) != 0 { return known }
        close(known)
        descriptor = nil
      }
      let new = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var patience = timeval(tv_sec: 10, tv_usec: 0)
      setsockopt(new, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let connected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(new, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard connected == 0 else {
        close(new)
        throw NoAnswer(call: "connect")
      }
      descriptor = new
      return new
    }
  }

  private func disconnect() {
    descriptor.withLock { descriptor in
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }
}
