import TestSupport
import Sessions
import Testing

@Suite("Session ids")
struct SessionIDTests {
  @Test(
    "The text of a session id is `s_` and the 128 bits in base64url, without padding",
    arguments: [
      (SessionID(high: 0, low: 0), "s_AAAAAAAAAAAAAAAAAAAAAA"),
      (SessionID(high: .max, low: .max), "s______________________w"),
      (SessionID(high: 0, low: 1), "s_AAAAAAAAAAAAAAAAAAAAAQ"),
      (SessionID(high: 1 << 63, low: 0), "s_gAAAAAAAAAAAAAAAAAAAAA"),
      // The bytes 00 to 0F.
      (SessionID(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F), "s_AAECAwQFBgcICQoLDA0ODw"),
    ])
  func text(_ id: SessionID, _ text: String) {
    #expect(id.text == text)
    #expect(SessionID(text) == id)
    var bytes = Array("/v1/sessions/".utf8)
    id.append(to: &bytes)
    #expect(SessionID(bytes[13...]) == id)
  }

  @Test("Any session id can be parsed from its text")
  func roundTrip() {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<10_000 {
      let id = SessionID(from: &generator)
      #expect(SessionID(id.text) == id)
    }
  }

  @Test("A text with one replaced byte is either not a session id or exactly the text of one")
  func onlyCanonical() {
    let text = Array(SessionID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210).text.utf8)
    var read = 0
    for place in text.indices {
      for byte in UInt8.min ... .max {
        var changed = text
        changed[place] = byte
        guard let id = SessionID(changed[...]) else { continue }
        read += 1
        #expect(Array(id.text.utf8) == changed)
      }
    }
    // 64 digits in 21 places, 4 in the last one, and one way to write `s` and `_`.
    #expect(read == 21 * 64 + 4 + 2)
  }

  @Test(
    "A text of a different length is not a session id",
    arguments: ["", "s_", "s_AAAAAAAAAAAAAAAAAAAAA", "s_AAAAAAAAAAAAAAAAAAAAAAA", "s_AAAAAAAAAAAAAAAAAAAAAA=="])
  func length(_ text: String) {
    #expect(SessionID(text) == nil)
  }

  @Test("Random bytes are parsed as a session id only if they are its text")
  func randomBytes() {
    var generator = SplitMix64(seed: 2)
    for _ in 0..<10_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: .min ... .max, using: &generator)
      }
      let prefixed = Array("s_".utf8) + bytes
      for text in [bytes, prefixed] {
        if let id = SessionID(text[...]) { #expect(Array(id.text.utf8) == text) }
      }
    }
  }

  @Test("The `textOrder` of session ids is the order of their texts")
  func order() {
    for _ in 0..<1_000 {
      let (one, other) = (SessionID.random(), SessionID.random())
      #expect((one.textOrder < other.textOrder) == (one.text < other.text), "\(one.text) \(other.text)")
    }
  }
}
