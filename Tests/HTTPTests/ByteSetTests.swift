import Testing

@testable import HTTP

@Suite struct ByteSetTests {
  @Test("Each byte set contains exactly the characters of its grammar rule")
  func classes() {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    let name = letters + "-._~!$&'()*+,;="
    let classes: [(ByteSet, String)] = [
      (.digits, "0123456789"), (.hexDigits, "0123456789abcdefABCDEF"), (.token, letters + "!#$%&'*+-.^_`|~"),
      (.name, name), (.path, name + ":@/"), (.query, name + ":@/?"),
    ]
    for (set, characters) in classes {
      #expect((0...UInt8.max).filter(set.contains) == characters.utf8.sorted())
    }
  }

  @Test("Scanning several bytes at a time stops at the first byte outside the set", arguments: UInt8.min ... .max)
  func scanning(byte: UInt8) {
    let isVisible = byte > 0x20 && byte < 0x7F
    let sets = [ByteSet.name, .path, .query].filter { _ in byte != UInt8(ascii: "%") }
    for count in 1...26 {
      for position in 0..<count {
        var bytes = [UInt8](repeating: UInt8(ascii: "s"), count: count)
        bytes[position] = byte
        var found = sets.map { bytes.span.endOfEncoded($0, in: 0..<count) }
        found += [bytes.span.endOfToken(from: 0, to: count), bytes.span.firstInvisible(from: 0, to: count)]
        let passes = sets.map { $0.contains(byte) } + [ByteSet.token.contains(byte), isVisible]
        guard found != passes.map({ $0 ? count : position }) else { continue }
        Issue.record("With the byte at \(position) of \(count), the scans end at \(found).")
      }
    }
  }
}
