import Support
import Testing

@Suite("SHA-256 of a stream")
struct SHA256StreamTests {
  @Test("The SHA-256 of a stream after each piece equals that of all bytes so far")
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
