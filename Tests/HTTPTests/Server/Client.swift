import Glibc

@testable import HTTPServer

/// A blocking client with its own socket. Times out after ten seconds without data, so that a failing test ends.
final class Client {
  private var descriptor: Int32
  private var received: ArraySlice<UInt8> = []

  init(_ address: SocketAddress) throws {
    descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
    var responseDeadline = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &responseDeadline, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &responseDeadline, socklen_t(MemoryLayout<timeval>.size))
    guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else { throw Failure(call: "connect") }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  struct Failure: Error {
    let call: String
    let code = errno
  }

  func send(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw Failure(call: "send") }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Closes the sending side.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns the next response; nil at the end of the stream.
  func answer(forHead: Bool = false) throws -> ReceivedAnswer? {
    while true {
      if let answer = ReceivedAnswer.popFirst(from: &received, forHead: forHead) { return answer }
      guard try receive() else { return nil }
    }
  }

  /// Returns whether data is readable now or within `milliseconds`.
  func isAnswered(within milliseconds: Int32) throws -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
  }

  func exchange(_ path: String) throws -> ReceivedAnswer? {
    try send(request(path))
    return try answer()
  }

  func answers(_ count: Int) throws -> [ReceivedAnswer?] {
    try (0..<count).map { _ in try answer() }
  }

  /// Returns the received text up to the end of `mark`.
  func text(upTo mark: String) throws -> String {
    while true {
      if let range = received.firstRange(of: mark.utf8) {
        defer { received = received[range.upperBound...] }
        return String(decoding: received[..<range.upperBound], as: UTF8.self)
      }
      guard try receive() else { throw Failure(call: "recv") }
    }
  }

  /// Returns the received text up to the end of the stream.
  func rest() throws -> String {
    while try receive() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }

  /// Closes the connection with a reset.
  func reset() {
    var hard = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
    close(descriptor)
    descriptor = -1
  }

  /// - Returns: Whether bytes were received; false at the end of the stream.
  private func receive() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw Failure(call: "recv") }
    received += buffer[..<count]
    return count > 0
  }
}
