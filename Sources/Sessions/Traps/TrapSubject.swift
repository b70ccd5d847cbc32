import Support

/// A subject of work that may end the process by a trap, and is quarantined if it does so repeatedly.
package enum TrapSubject: Sendable, Hashable {
  case session(SessionID, app: String)
  /// Work on an app that concerns no stored session: creations, and reads of its schema, graph and links.
  case app(String)
  /// A definition by the hash of its text, so that a corrected one is not affected.
  case definition(UInt64, app: String)
  /// An archive to be imported.
  case archive(UInt64)

  package init(definition text: [UInt8], of app: String) {
    self = .definition(Self.word(SHA256.hash(text)), app: app)
  }

  /// - Parameter hash: SHA-256 of the archive.
  package init(archive hash: [UInt8]) {
    self = .archive(Self.word(hash))
  }

  private static func word(_ hash: [UInt8]) -> UInt64 { hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

  /// The id of its quarantine, which does not depend on the name of the app that a session or a definition has.
  package var id: String {
    switch self {
    case .session(let id, _): id.text
    case .app(let name): "creation_" + Self.escaped(name)
    case .definition(let hash, _): "definition_" + Self.hexadecimal(hash)
    case .archive(let hash): "import_" + Self.hexadecimal(hash)
    }
  }

  static func appID(_ name: String) -> String { "app_" + escaped(name) }

  /// The name as the handler of the signal writes it: the first bytes, without those that it replaces.
  static func escaped(_ name: String) -> String {
    let bytes = name.utf8.prefix(60).map { byte -> UInt8 in
      (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        ? byte : UInt8(ascii: "?")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    // 64 bits have at most 16 digits, so that the count is not negative.
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
