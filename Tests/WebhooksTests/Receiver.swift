import Glibc
import Synchronization

/// An HTTP server on loopback with scripted behaviour.
final class Receiver: Sendable {
  enum Behaviour: Sendable {
    case answer(Int, fields: [String] = [], body: Int = 0)
    /// Sends this text, which can be more than one response.
    case send(String)
    /// Sends nothing until the peer closes the connection.
    case hang
    /// Resets the connection without a response.
    case reset
    /// Sends a head with status 200, then single bytes of the content, until the peer closes the connection.
    case drip
  }

  struct Arrival: Sendable, Equatable {
    /// The head without the empty line.
    let head: String
    let body: String

    func field(_ name: String) -> String? {
      let start = "\(name): "
      return head.split(separator: "\r\n").first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }
  }

  let port: UInt16
  private let listener: Int32
  private let behave: @Sendable (Arrival) -> Behaviour
  private let arrivals = Mutex<[Arrival]>([])
  private let connections = Atomic(0)
  private let lastConnection = Mutex<Int32>(-1)

  /// - Parameter behave: Returns the behaviour for a request. The connection stays open after a response.
  init(_ behave: @escaping @Sendable (Arrival) -> Behaviour) {
    self.behave = behave
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    precondition(isListening, "no port is available")
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
  }

  var url: String { "http://127.0.0.1:\(port)/hooks" }
  var all: [Arrival] { arrivals.withLock { $0 } }
  var connectionCount: Int { connections.load(ordering: .sequentiallyConsistent) }

  /// Serves until `stop`, on its own threads.
  func start() -> Receiver {
    inBackground { [self] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        connections.add(1, ordering: .sequentiallyConsistent)
        inBackground { [self] in
          serve(connection)
          close(connection)
        }
      }
      close(listener)
    }
    return self
  }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Sends a text without a request, on the connection that was accepted last.
  func sendLate(_ text: String) { lastConnection.withLock { _ = Self.send(text, $0) } }

  private func serve(_ connection: Int32) {
    lastConnection.withLock { $0 = connection }
    var received: [UInt8] = []
    while let arrival = Self.popFirst(from: &received, connection) {
      arrivals.withLock { $0.append(arrival) }
      switch behave(arrival) {
      case .answer(let status, let fields, let body):
        let lines = ["HTTP/1.1 \(status) Said", "Content-Length: \(body)"] + fields
        let text = lines.map { $0 + "\r\n" }.joined() + "\r\n" + String(repeating: "a", count: body)
        guard Self.send(text, connection) else { return }
      case .send(let text): guard Self.send(text, connection) else { return }
      case .hang: return Self.waitForEnd(of: connection)
      case .reset:
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        return
      case .drip:
        guard Self.send("HTTP/1.1 200 Said\r\nContent-Length: 1000000\r\n\r\n", connection) else { return }
        while Self.isOpen(connection, milliseconds: 5), Self.send("a", connection) {}
        return
      }
    }
  }

  private static func popFirst(from received: inout [UInt8], _ connection: Int32) -> Arrival? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let text = String(decoding: received, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let arrival = Arrival(head: String(text[..<end.lowerBound]), body: String(text[end.upperBound...]))
        let length = arrival.field("Content-Length").flatMap { Int($0) } ?? 0
        if arrival.body.utf8.count >= length {
          received = []
          return arrival
        }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      received += buffer.prefix(count)
    }
  }

  private static func send(_ text: String, _ connection: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  private static func waitForEnd(of connection: Int32) {
    while isOpen(connection, milliseconds: -1) {}
  }

  /// Returns whether the peer keeps the connection open for so many milliseconds.
  private static func isOpen(_ connection: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 0
  }
}

/// Runs the body on a new thread.
func inBackground(_ body: @escaping @Sendable () -> Void) {
  final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var thread = pthread_t()
  let context = Unmanaged.passRetained(Body(body)).toOpaque()
  let code = pthread_create(
    &thread, nil,
    { context in
      guard let context else { return nil }
      Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }, context)
  precondition(code == 0, "no thread can be created")
  pthread_detach(thread)
}

extension String {
  /// Returns the first range of a text.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    let (bytes, sought) = (Array(utf8), Array(text.utf8))
    guard bytes.count >= sought.count else { return nil }
    for start in 0...(bytes.count - sought.count) where bytes[start..<start + sought.count].elementsEqual(sought) {
      let lower = utf8.index(utf8.startIndex, offsetBy: start)
      return lower..<utf8.index(lower, offsetBy: sought.count)
    }
    return nil
  }
}
