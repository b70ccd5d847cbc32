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
    bytes = withUnsafeBytes(of: random) { random in
      [UInt8](unsafeUninitializedCapacity: 43) { text, length in
        var (bits, count) = (0, 0)
        for byte in random {
          (bits, count) = (bits << 8 | Int(byte), count + 8)
          while count >= 6 {
            count -= 6
            text[length] = Self.alphabet[bits >> count & 63]
            length += 1
          }
        }
        text[length] = Self.alphabet[bits << (6 - count) & 63]
        length += 1
      }
    }
  }

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
