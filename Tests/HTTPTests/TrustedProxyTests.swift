import Testing

@testable import HTTP

@Suite("IP addresses")
struct IPAddressTests {
  @Test(
    "An IP address is written in the form in which it was parsed",
    arguments: ["192.0.2.7", "0.0.0.0", "255.255.255.255", "2001:db8::7", "::1", "::"])
  func text(text: String) throws {
    #expect(try #require(IPAddress(text)).description == text)
  }

  @Test("An IPv4-mapped IPv6 address equals its IPv4 address")
  func mapped() {
    #expect(IPAddress("::ffff:192.0.2.7") == IPAddress("192.0.2.7"))
    #expect(IPAddress("::ffff:127.0.0.1")?.isLoopback == true)
  }

  @Test(
    "An invalid IP address is rejected",
    arguments: ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "localhost", "g::", "[::1]"])
  func nonsense(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(
    "A network contains the addresses with its prefix",
    arguments: [
      ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.1.2.3/8", "10.9.9.9", true),
      ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.6", false), ("192.0.2.7/32", "192.0.2.7", true),
      ("192.0.2.6/31", "192.0.2.7", true), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
      ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false),
      ("::/0", "2001:db8::1", true),
      ("::1/128", "::1", true), ("::1/128", "::2", false), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
      ("::ffff:10.0.0.0/104", "10.1.1.1", true),
    ])
  func networks(text: String, address: String, isIn: Bool) throws {
    #expect(try #require(IPNetwork(text)).contains(try #require(IPAddress(address))) == isIn)
  }

  @Test(
    "An invalid network is rejected",
    arguments: ["", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "::/129", "10.0.0.0/8/8", "x/8"])
  func badNetworks(text: String) {
    #expect(IPNetwork(text) == nil)
  }
}

@Suite("Trusted proxies")
struct TrustedProxyTests {
  private func client(_ lines: String..., from peer: String, _ field: TrustedProxies.Field = .xForwardedFor) throws
    -> String
  {
    let networks = try ["10.0.0.0/8", "::1", "2001:db8:1::/48"].map { try #require(IPNetwork($0)) }
    let head = (["GET / HTTP/1.1", "Host: a"] + lines).map { $0 + "\r\n" }.joined() + "\r\n"
    let request = try #require(try parsed(head))
    return TrustedProxies(networks: networks, field: field).client(of: request, from: try #require(IPAddress(peer)))
      .description
  }

  private func parsed(_ head: String) throws -> Request? {
    var parser = RequestParser()
    return try Array(head.utf8).withUnsafeBytes { buffer in
      var input = buffer[...]
      while let event = try parser.next(&input) {
        if case .request(let request) = event { return request }
      }
      return nil
    }
  }

  @Test("Only a trusted proxy can report the address of the client")
  func peers() throws {
    #expect(try client("X-Forwarded-For: 192.0.2.7", from: "10.1.1.1") == "192.0.2.7")
    #expect(try client("X-Forwarded-For: 192.0.2.7", from: "::1") == "192.0.2.7")
    #expect(try client("X-Forwarded-For: 192.0.2.7", from: "203.0.113.5") == "203.0.113.5")
    #expect(try client("X-Forwarded-For: 192.0.2.7", from: "127.0.0.1") == "127.0.0.1")
    #expect(try client(from: "10.1.1.1") == "10.1.1.1")
  }

  @Test(
    "The client is the last address of X-Forwarded-For that is not a trusted proxy",
    arguments: [
      ("192.0.2.7", "192.0.2.7"), ("198.51.100.1, 192.0.2.7", "192.0.2.7"),
      ("198.51.100.1,192.0.2.7,10.2.2.2", "192.0.2.7"),
      ("192.0.2.7,10.3.3.3 ,\t10.2.2.2", "192.0.2.7"), ("10.3.3.3, 10.2.2.2", "10.3.3.3"),
      ("192.0.2.7:4711", "192.0.2.7"),
      ("[2001:db8::7]:4711", "2001:db8::7"), ("[2001:db8::7]", "2001:db8::7"), ("2001:db8::7", "2001:db8::7"),
      // An invalid member hides the members before it.
      ("192.0.2.7, unknown, 10.2.2.2", "10.2.2.2"), ("192.0.2.7,", "10.1.1.1"), ("nonsense", "10.1.1.1"),
      ("\"192.0.2.7", "10.1.1.1"), ("\", 192.0.2.7", "192.0.2.7"), ("[::1, 192.0.2.7", "192.0.2.7"),
    ])
  func chains(value: String, expected: String) throws {
    #expect(try client("X-Forwarded-For: \(value)", from: "10.1.1.1") == expected)
  }

  @Test(
    "The address of the client is parsed from a Forwarded field of RFC 7239",
    arguments: [
      ("for=192.0.2.7", "192.0.2.7"), ("For=192.0.2.7;proto=https;by=10.1.1.1", "192.0.2.7"),
      ("proto=https; for=\"192.0.2.7:80\"", "192.0.2.7"), ("for=\"[2001:db8::7]:4711\"", "2001:db8::7"),
      ("for=198.51.100.1, for=192.0.2.7", "192.0.2.7"), ("for=192.0.2.7, for=10.2.2.2", "192.0.2.7"),
      ("for=_hidden", "10.1.1.1"), ("for=unknown, for=10.2.2.2", "10.2.2.2"), ("proto=https", "10.1.1.1"),
      ("by=192.0.2.7", "10.1.1.1"),
      // An open quote of the client does not hide the member of the proxy after it.
      ("for=\"x, for=192.0.2.7", "192.0.2.7"), ("for=\"1.1.1.1, for=\"[2001:db8::7]\"", "2001:db8::7"),
      ("for=\"a,b\";proto=x, for=192.0.2.7", "192.0.2.7"),
    ])
  func forwarded(value: String, expected: String) throws {
    #expect(try client("Forwarded: \(value)", from: "10.1.1.1", .forwarded) == expected)
  }

  @Test("Addresses are accepted only from the configured field")
  func fields() throws {
    let (one, other) = ("X-Forwarded-For: 192.0.2.7", "Forwarded: for=198.51.100.1")
    #expect(try client(one, other, from: "10.1.1.1") == "192.0.2.7")
    #expect(try client(one, other, from: "10.1.1.1", .forwarded) == "198.51.100.1")
    #expect(try client(other, from: "10.1.1.1") == "10.1.1.1")
  }

  @Test("Several X-Forwarded-For lines form one list")
  func lines() throws {
    let (first, second) = ("X-Forwarded-For: 198.51.100.1", "x-forwarded-for: 192.0.2.7, 10.2.2.2")
    #expect(try client(first, second, from: "10.1.1.1") == "192.0.2.7")
    #expect(try client(second, first, from: "10.1.1.1") == "198.51.100.1")
  }
}
