/// A secret of 32 random bytes, as base64url. Shown once and stored as its hash.
struct Token: Sendable {
  let bytes: [UInt8]
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init() {
    var generator = SystemRandomNumberGenerator()
    // Four calls of the system, since each costs more than the whole encoding.
    let words = (0..<4).map { _ in generator.next() as UInt64 }
    self.init(random: words.flatMap { word in withUnsafeBytes(of: word, Array.init) })
  }

  /// RFC 4648 §5, without padding: 43 characters.
  private init(random: [UInt8]) {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in random {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        bytes.append(alphabet[bits >> count & 63])
      }
    }
    if count > 0 { bytes.append(alphabet[bits << (6 - count) & 63]) }
    self.bytes = bytes
  }

  /// The session's JSON with the token as its last member.
  func added(to session: [UInt8]) -> [UInt8] {
    var json = session
    json.removeLast()
    json.append(text: ",\"token\":\"")
    json.append(contentsOf: bytes)
    json.append(text: "\"}")
    return json
  }
}
