import Glibc
import HTTP
import Testing

@testable import HTTPServer

@Suite("Listening", .timeLimit(.minutes(1)))
struct ListeningTests {
  @Test("Listening on a port in use fails with an error that names the port")
  func namesBusyPort() throws {
    try LiveServer.run { live in
      var configuration = HTTPServer.Configuration()
      configuration.port = live.address.port
      #expect(throws: ServerError.portInUse(host: "127.0.0.1", port: live.address.port)) {
        _ = try HTTPServer(configuration: configuration, responder: live.desk)
      }
    }
  }

  @Test("The port of a stopped server can be used again at once")
  func takesPortAgain() throws {
    var port: UInt16 = 0
    try LiveServer.run(respond: echo) { live in
      port = live.address.port
      let client = try live.client()
      #expect(try client.exchange("/a") == .ok("/a"))
    }
    try LiveServer.run(configure: { $0.port = port }) { #expect($0.address.port == port) }
  }

  @Test("A server listens on an IPv6 address with or without brackets", arguments: ["::1", "[::1]"])
  func takesIPv6(host: String) throws {
    try LiveServer.run(configure: { $0.host = host }, respond: echo) { live in
      #expect(live.address.description == "[::1]:\(live.address.port)")
      let client = try live.client()
      #expect(try client.exchange("/a") == .ok("/a"))
    }
  }

  @Test("A server that listens on :: accepts IPv4 connections")
  func takesBothFamilies() throws {
    try LiveServer.run(configure: { $0.host = "::" }, respond: echo) { live in
      let client = try Client(SocketAddress(loopback: live.address.port))
      #expect(try client.exchange("/a") == .ok("/a"))
    }
  }

  @Test("A server that listens on localhost uses one port for all its addresses")
  func takesAllAddresses() throws {
    try LiveServer.run(configure: { $0.host = "localhost" }, respond: echo) { live in
      #expect(Set(live.server.addresses.map(\.port)).count == 1)
      for address in live.server.addresses {
        let client = try Client(address)
        #expect(try client.exchange("/a") == .ok("/a"))
      }
    }
  }

  @Test("Listening on an address of another machine fails with an error that names it")
  func namesForeignAddress() {
    var configuration = HTTPServer.Configuration()
    configuration.host = "192.0.2.1"
    configuration.port = 0
    #expect(throws: ServerError.addressNotAvailable(host: "192.0.2.1")) {
      _ = try HTTPServer(configuration: configuration, responder: Desk(respond: nil))
    }
  }

  @Test("Listening on an invalid host fails with an error that names it")
  func namesUnknownHost() {
    var configuration = HTTPServer.Configuration()
    configuration.host = "[::1"
    let error = #expect(throws: ServerError.self) {
      _ = try HTTPServer(configuration: configuration, responder: Desk(respond: nil))
    }
    #expect(error?.description.contains("\"[::1\"") == true)
  }
}

extension SocketAddress {
  /// Creates the address 127.0.0.1 with this port.
  init(loopback port: UInt16) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    self = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        SocketAddress(copying: $0, length: socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
