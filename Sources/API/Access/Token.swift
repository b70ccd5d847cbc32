/// A secret of 32 random bytes, as base64url. Shown once and stored as its hash.
struct Token: Sendable {
  let bytes: [UInt8]
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init() {
    var generator = SystemRandomNumberGenerator()
    // Four calls of the system, since each costs more than the whole encoding.
    self.init(random: (generator.next(), generator.next(), generator.next(), generator.next()))
  }

  /// RFC 4648 §5, without padding: 43 characters.
  private init(random: (UInt64, UInt64, UInt64, UInt64)) {
    let alphabet = Self.alphabet
    bytes = withUnsafeBytes(of: random) { random in
      [UInt8](unsafeUninitializedCapacity: 43) { text, length in
        // Three bytes are four characters. The last two bytes are three characters, of 18 bits.
        while length < 40 {
          let start = length / 4 * 3
          let bits = Int(random[start]) << 16 | Int(random[start + 1]) << 8 | Int(random[start + 2])
          for shift in [18, 12, 6, 0] {
            text[length] = alphabet[bits >> shift & 63]
            length += 1
          }
        }
        let bits = Int(random[30]) << 10 | Int(random[31]) << 2
        for shift in [12, 6, 0] {
          text[length] = alphabet[bits >> shift & 63]
          length += 1
        }
      }
    }
  }

  /// Whether a text has the form of a token of a session.
  static func mayBe(_ text: ArraySlice<UInt8>) -> Bool { text.count == 43 && text.allSatisfy(alphabet.contains) }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The session's JSON with the token as its last member.
  func added(to session: [UInt8]) -> [UInt8] {
    var json = session
    json.reserveCapacity(session.count + bytes.count + 12)
    json.removeLast()
    json.append(text: ",\"token\":\"")
    json.append(contentsOf: bytes)
    json.append(text: "\"}")
    return json
  }
}
