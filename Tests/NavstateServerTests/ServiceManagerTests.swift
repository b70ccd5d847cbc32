import Foundation
import Glibc
import Testing

@testable import NavstateServer

@Suite("Service manager notifications")
struct ServiceManagerTests {
  /// Runs `body` with a bound datagram socket, like that of systemd.
  private func withSocket(_ name: String, _ body: (Int32) throws -> Void) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: Array(name.utf8))
      if name.hasPrefix("@") { path[0] = 0 }
    }
    let length = MemoryLayout<sa_family_t>.size + name.utf8.count + (name.hasPrefix("@") ? 0 : 1)
    let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(file) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(file, $0, socklen_t(length)) }
    }
    try #require(bound == 0)
    try body(file)
  }

  /// Waits for the next datagram and returns it.
  private func next(_ file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = recv(file, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  @Test("The server notifies the service manager that it is ready, alive and stopping", arguments: ["/", "@"])
  func notifies(kind: String) throws {
    try withFolder { folder in
      let name = kind == "@" ? "@navstate-\(UUID().uuidString)" : folder + "/notify"
      try withSocket(name) { file in
        let server = try RunningServer(
          "--data", folder + "/data", environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "20000"])
        #expect(try server.logged()?["message"] == "listening")
        #expect(next(file) == "READY=1")
        for _ in 1...3 { #expect(next(file) == "WATCHDOG=1") }
        #expect(try server.stop(SIGTERM)?.status == 0)
        var last = next(file)
        while last == "WATCHDOG=1" { last = next(file) }
        #expect(last == "STOPPING=1")
      }
    }
  }

  @Test("The watchdog is on only if the environment sets it for this process")
  func watchdog() {
    func watchdog(_ environment: [String: String]) -> UInt64? {
      ServiceManager(environment: environment.merging(["NOTIFY_SOCKET": "/run/notify"]) { $1 })?.watchdog
    }
    #expect(watchdog([:]) == nil)
    #expect(watchdog(["WATCHDOG_USEC": "30000000"]) == 30_000_000)
    #expect(watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())"]) == 30_000_000)
    #expect(watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"]) == nil)
    #expect(watchdog(["WATCHDOG_USEC": "0"]) == nil)
    #expect(watchdog(["WATCHDOG_USEC": "soon"]) == nil)
  }

  @Test("There is no service manager without a valid address")
  func noAddress() {
    for name in ["", "relative", "vsock:2:1", "/" + String(repeating: "x", count: 107)] {
      #expect(ServiceManager(environment: ["NOTIFY_SOCKET": name]) == nil, "\(name)")
    }
    #expect(ServiceManager(environment: ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 106)]) != nil)
    #expect(ServiceManager(environment: [:]) == nil)
  }
}
