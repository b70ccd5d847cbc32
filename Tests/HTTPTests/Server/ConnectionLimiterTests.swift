import Glibc
import HTTP
import Testing

@testable import HTTPServer

@Suite("The connection limiter")
struct ConnectionLimiterTests {
  @Test("An IPv4 address and its IPv4-mapped IPv6 form are the same address")
  func countsMappedAddresses() throws {
    let mapped = try peer("::ffff:192.0.2.7")
    #expect(try peer("192.0.2.7") == mapped)
    #expect(mapped.isIPv4)
    #expect(try peer("2001:db8::7") != mapped)
  }

  @Test("A loopback address is recognized", arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
  func knowsLoopback(host: String) throws {
    #expect(try peer(host).isLoopback)
  }

  @Test(
    "A remote address is not a loopback address", arguments: ["126.0.0.1", "192.0.2.127", "::2", "2001:db8::1", "::"])
  func knowsOthers(host: String) throws {
    #expect(try !peer(host).isLoopback)
  }

  @Test("An address at its limit can connect again after one of its connections is released")
  func countsLeaving() throws {
    var limits = HTTPServer.Limits()
    limits.connectionsPerAddress = 1
    let connectionLimiter = ConnectionLimiter(limits: limits, fileLimit: 100)
    let (one, other) = (try peer("192.0.2.1"), try peer("192.0.2.2"))
    let permit = try connectionLimiter.acquire(one).get()
    #expect(throws: RequestError.self) { try connectionLimiter.acquire(one).get() }
    #expect(throws: Never.self) { try connectionLimiter.acquire(other).get() }
    connectionLimiter.release(permit)
    #expect(throws: Never.self) { try connectionLimiter.acquire(one).get() }
  }

  @Test("Connections of trusted proxies are exempt from the limit per address")
  func trustedProxies() throws {
    var limits = HTTPServer.Limits()
    limits.connectionsPerAddress = 1
    limits.trustedProxies.networks = [try #require(IPNetwork("192.0.2.0/31"))]
    let connectionLimiter = ConnectionLimiter(limits: limits, fileLimit: 100)
    for _ in 1...3 { connectionLimiter.release(try connectionLimiter.acquire(peer("192.0.2.1")).get()) }
    for _ in 1...3 { #expect(throws: Never.self) { try connectionLimiter.acquire(peer("192.0.2.1")).get() } }
    #expect(throws: Never.self) { try connectionLimiter.acquire(peer("192.0.2.2")).get() }
    #expect(throws: RequestError.self) { try connectionLimiter.acquire(peer("192.0.2.2")).get() }
  }

  @Test("An IPv6 network of 64 bits counts as one address")
  func networks() throws {
    var limits = HTTPServer.Limits()
    limits.connectionsPerAddress = 1
    let connectionLimiter = ConnectionLimiter(limits: limits, fileLimit: 100)
    let permit = try connectionLimiter.acquire(peer("2001:db8:0:1::1")).get()
    #expect(throws: RequestError.self) { try connectionLimiter.acquire(peer("2001:db8:0:1:ffff:ffff:ffff:ffff")).get() }
    #expect(throws: Never.self) { try connectionLimiter.acquire(peer("2001:db8:0:2::1")).get() }
    connectionLimiter.release(permit)
    #expect(throws: Never.self) { try connectionLimiter.acquire(peer("2001:db8:0:1::2")).get() }
  }

  @Test("The default connection limit is at most four fifths of the file limit")
  func followsFileLimit() throws {
    let connectionLimiter = ConnectionLimiter(limits: HTTPServer.Limits(), fileLimit: 10)
    let address = try peer("127.0.0.1")
    for _ in 0..<8 { _ = try connectionLimiter.acquire(address).get() }
    #expect(throws: RequestError.self) { try connectionLimiter.acquire(address).get() }
  }

  @Test("A socket address is described as in a URL")
  func showsAddresses() throws {
    #expect(SocketAddress(loopback: 80).description == "127.0.0.1:80")
    #expect(try address("2001:db8::7").description == "[2001:db8::7]:0")
    #expect(try address("::ffff:192.0.2.7").host == "192.0.2.7")
  }

  private func peer(_ host: String) throws -> IPAddress { try address(host).peer }

  private func address(_ host: String) throws -> SocketAddress {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var list: UnsafeMutablePointer<addrinfo>?
    #expect(getaddrinfo(host, nil, &hints, &list) == 0)
    defer { freeaddrinfo(list) }
    let entry = try #require(list).pointee
    return SocketAddress(copying: try #require(entry.ai_addr), length: entry.ai_addrlen)
  }
}
