import Glibc
import Testing

@testable import Webhooks

struct AddressPolicyTests {
  private func allows(_ address: String, _ policy: AddressPolicy = AddressPolicy()) -> Bool? {
    var (four, six) = (sockaddr_in(), sockaddr_in6())
    four.sin_family = sa_family_t(AF_INET)
    six.sin6_family = sa_family_t(AF_INET6)
    if inet_pton(AF_INET, address, &four.sin_addr) == 1 { return allows(&four, policy) }
    return inet_pton(AF_INET6, address, &six.sin6_addr) == 1 ? allows(&six, policy) : nil
  }

  private func allows<Address>(_ address: inout Address, _ policy: AddressPolicy) -> Bool {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        policy.allows($0, length: MemoryLayout<Address>.size)
      }
    }
  }

  @Test(
    "Public addresses are allowed, up to the bounds of the special ranges",
    arguments: [
      "1.0.0.0", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
      "128.0.0.0",
      "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0",
      "198.17.255.255", "198.20.0.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
      "2000::1", "2606:2800:220:1::1", "2001:200::1", "2001:db7::1", "2001:db9::1", "3ffe::1", "3fff:1000::1",
      "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
    ])
  func publicAddresses(address: String) {
    #expect(allows(address) == true)
  }

  @Test(
    "Loopback, private and other special addresses are rejected, unless they are allowed",
    arguments: [
      "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
      "127.255.255.255", "169.254.0.0", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1",
      "192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1",
      "224.0.0.1", "239.255.255.255", "240.0.0.0", "255.255.255.255",
      "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:8.8.8.8", "64:ff9b::7f00:1",
      "64:ff9b:1::808:808", "100::1", "2001::1", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::1", "2002:a9fe:a9fe::",
      "3fff::1", "3fff:fff::1", "4000::1", "fc00::1", "fdff::1", "fe80::1", "fec0::1", "ff02::1",
    ])
  func specialAddresses(address: String) {
    #expect(allows(address) == false)
    #expect(allows(address, AddressPolicy(allowsPrivate: true)) == true)
  }

  @Test("An address of another family and a truncated address are rejected")
  func otherFamilies() {
    var local = sockaddr_un()
    local.sun_family = sa_family_t(AF_UNIX)
    #expect(!allows(&local, AddressPolicy()))
    var short = sockaddr()
    short.sa_family = sa_family_t(AF_INET6)
    #expect(!allows(&short, AddressPolicy()))
  }

  @Test(
    "A host that is a special address is rejected without resolving it, in every spelling",
    arguments: [
      "127.0.0.1", "127.1", "0x7f.1", "0X7F000001", "2130706433", "0177.0.0.1", "017700000001", "127.0.0.1.", "0",
      "10.1.2.3",
      "169.254.169.254", "192.168.1", "224.0.0.1", "::1", "fe80::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "fd00::1",
      "ff02::1",
      "localhost", "LOCALHOST.", "hooks.localhost",
    ])
  func specialHosts(host: String) {
    #expect(!AddressPolicy().mayReach(host[...]))
    #expect(AddressPolicy(allowsPrivate: true).mayReach(host[...]))
  }

  @Test(
    "A public address and a name that has to be resolved are allowed",
    arguments: [
      "8.8.8.8", "134744072", "2606:2800:220:1::1", "example.com", "localhost.example.com", "127.0.0.1.example.com",
    ])
  func otherHosts(host: String) {
    #expect(AddressPolicy().mayReach(host[...]))
  }
}
