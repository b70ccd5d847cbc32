import Digest
import Testing

@Suite("SHA-256 in pieces")
struct SHA256StreamTests {
  @Test("is that of the whole, however it is cut, and can be asked for in between")
  func pieces() {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for size in [1, 63, 64, 65, 4_096] {
      var stream = SHA256Stream()
      for start in stride(from: 0, to: bytes.count, by: size) {
        #expect(stream.finish() == SHA256.hash(Array(bytes[..<start])))
        stream.update(Array(bytes[start..<min(start + size, bytes.count)]))
        if size == 1, start == 200 { break }
      }
      if size > 1 { #expect(stream.finish() == SHA256.hash(bytes)) }
    }
  }
}
