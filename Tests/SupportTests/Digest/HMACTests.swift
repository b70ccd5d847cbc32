import Support
import Testing

/// The test cases of RFC 4231 §4 for HMAC-SHA-256.
struct HMACTests {
  struct Case: Sendable {
    let number: Int
    let key: [UInt8]
    let message: [UInt8]
    let code: String
  }

  static let cases = [
    Case(
      number: 1, key: Array(repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Case(
      number: 2, key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Case(
      number: 3, key: Array(repeating: 0xAA, count: 20), message: Array(repeating: 0xDD, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Case(
      number: 4, key: Array(1...25), message: Array(repeating: 0xCD, count: 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Case(
      number: 6, key: Array(repeating: 0xAA, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Case(
      number: 7, key: Array(repeating: 0xAA, count: 131),
      message: Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
          + "hashed before being used by the HMAC algorithm.").utf8),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test("The HMAC-SHA-256 of each test case equals that of RFC 4231", arguments: cases)
  func vector(_ vector: Case) {
    #expect(HMAC.sha256(vector.message, key: vector.key).hexadecimal == vector.code)
  }

  @Test("The first 16 bytes of the HMAC-SHA-256 equal those of case 5 of RFC 4231")
  func truncated() {
    let code = HMAC.sha256(Array("Test With Truncation".utf8), key: Array(repeating: 0x0C, count: 20))
    #expect(Array(code.prefix(16)).hexadecimal == "a3b6167473100ee06e0c796c2955552b")
  }

  // openssl dgst -sha256 -hmac "$(printf 'a%.0s' {1..64})" < /dev/null
  @Test(
    "An HMAC key of one block is used unchanged, and a longer one is hashed",
    arguments: [
      (64, "b389ef8fc24e40e35b42b70221b466916836a241257699d090bc736b8ad21b98"),
      (65, "e400297d15af5719b8ef44afd790a1d705a4a36e4f49b69b4015c0ed86bf607f"),
    ])
  func blockLongKey(count: Int, code: String) {
    #expect(HMAC.sha256([], key: [UInt8](repeating: 0x61, count: count)).hexadecimal == code)
  }
}
