import Testing

@testable import HTTP

@Suite("Addresses")
struct IPAddressTests {
  @Test(
    "are read and written", arguments: ["192.0.2.7", "0.0.0.0", "255.255.255.255", "2001:db8::7", "::1", "::"])
  func text(text: String) throws {
    #expect(try #require(IPAddress(text)).description == text)
  }

  @Test("are one by IPv4 and by IPv4 in IPv6")
  func mapped() {
    #expect(IPAddress("::ffff:192.0.2.7") == IPAddress("192.0.2.7"))
    #expect(IPAddress("::ffff:127.0.0.1")?.isLoopback == true)
  }

  @Test(
    "are nothing else",
    arguments: ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "localhost", "g::", "[::1]"])
  func nonsense(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(
    "belong to a network that they begin with",
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
    "of a network that is none",
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

  @Test("say for whom they ask, and others do not")
  func peers() throws {
    #expect(try client("X-Forwarded-For: 192.0.2.7", from: "10.1.1.1") == "192.0.2.7")
    #expect(try client("X-Forwarded-For: 192.0.2.7", from: "::1") == "192.0.2.7")
    #expect(try client("X-Forwarded-For: 192.0.2.7", from: "203.0.113.5") == "203.0.113.5")
    #expect(try client("X-Forwarded-For: 192.0.2.7", from: "127.0.0.1") == "127.0.0.1")
    #expect(try client(from: "10.1.1.1") == "10.1.1.1")
  }

  @Test(
    "are believed as far as they go: the last address that is not theirs is the client's",
    arguments: [
      ("192.0.2.7", "192.0.2.7"), ("198.51.100.1, 192.0.2.7", "192.0.2.7"),
      ("198.51.100.1,192.0.2.7,10.2.2.2", "192.0.2.7"),
      ("192.0.2.7,10.3.3.3 ,\t10.2.2.2", "192.0.2.7"), ("10.3.3.3, 10.2.2.2", "10.3.3.3"),
      ("192.0.2.7:4711", "192.0.2.7"),
      ("[2001:db8::7]:4711", "2001:db8::7"), ("[2001:db8::7]", "2001:db8::7"), ("2001:db8::7", "2001:db8::7"),
      // What cannot be read hides what stands before it.
      ("192.0.2.7, unknown, 10.2.2.2", "10.2.2.2"), ("192.0.2.7,", "10.1.1.1"), ("nonsense", "10.1.1.1"),
      ("\"192.0.2.7", "10.1.1.1"), ("\", 192.0.2.7", "192.0.2.7"), ("[::1, 192.0.2.7", "192.0.2.7"),
    ])
  func chains(value: String, expected: String) throws {
    #expect(try client("X-Forwarded-For: \(value)", from: "10.1.1.1") == expected)
  }

  @Test(
    "may write as RFC 7239 has it",
    arguments: [
      ("for=192.0.2.7", "192.0.2.7"), ("For=192.0.2.7;proto=https;by=10.1.1.1", "192.0.2.7"),
      ("proto=https; for=\"192.0.2.7:80\"", "192.0.2.7"), ("for=\"[2001:db8::7]:4711\"", "2001:db8::7"),
      ("for=198.51.100.1, for=192.0.2.7", "192.0.2.7"), ("for=192.0.2.7, for=10.2.2.2", "192.0.2.7"),
      ("for=_hidden", "10.1.1.1"), ("for=unknown, for=10.2.2.2", "10.2.2.2"), ("proto=https", "10.1.1.1"),
      ("by=192.0.2.7", "10.1.1.1"),
      // An open quote, sent by the client; the proxy's own word comes after it.
      ("for=\"x, for=192.0.2.7", "192.0.2.7"), ("for=\"1.1.1.1, for=\"[2001:db8::7]\"", "2001:db8::7"),
      ("for=\"a,b\";proto=x, for=192.0.2.7", "192.0.2.7"),
    ])
  func forwarded(value: String, expected: String) throws {
    #expect(try client("Forwarded: \(value)", from: "10.1.1.1", .forwarded) == expected)
  }

  @Test("are believed in one field, and what stands in the other is the client's own")
  func fields() throws {
    let (one, other) = ("X-Forwarded-For: 192.0.2.7", "Forwarded: for=198.51.100.1")
    #expect(try client(one, other, from: "10.1.1.1") == "192.0.2.7")
    #expect(try client(one, other, from: "10.1.1.1", .forwarded) == "198.51.100.1")
    #expect(try client(other, from: "10.1.1.1") == "10.1.1.1")
  }

  @Test("add lines to lines")
  func lines() throws {
    let (first, second) = ("X-Forwarded-For: 198.51.100.1", "x-forwarded-for: 192.0.2.7, 10.2.2.2")
    #expect(try client(first, second, from: "10.1.1.1") == "192.0.2.7")
    #expect(try client(second, first, from: "10.1.1.1") == "198.51.100.1")
  }
}
