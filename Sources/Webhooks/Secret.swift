/// What a delivery is signed with, known to the server and to the receiver.
///
/// Text that begins with `whsec_` is a key in base64, as the libraries of the Standard Webhooks specification take it; of
/// any other text the UTF-8 is the key.
package struct Secret: Sendable, Equatable {
  /// As it was given, to be stored.
  package let text: String
  let key: [UInt8]

  package static let sizes = 16...256
  private static let prefix = "whsec_"
  /// How many characters a secret can have, of four bytes each at most, or in base64.
  package static let lengths = sizes.lowerBound / 4...prefix.utf8.count + (sizes.upperBound + 2) / 3 * 4

  /// Nil when the key is too short to resist guessing, or too long, or its base64 is not right.
  package init?(_ text: String) {
    let key = text.hasPrefix(Self.prefix) ? Base64.decode(text.dropFirst(Self.prefix.count)) : Array(text.utf8)
    guard let key, Self.sizes.contains(key.count) else { return nil }
    self.text = text
    self.key = key
  }

  /// Does not show the secret.
  static let fault = WebhookFaults.Fault(
    part: .secret,
    detail: "The secret has \(sizes.lowerBound) to \(sizes.upperBound) bytes, or is `\(prefix)` and as many in base64: "
      + "`openssl rand -hex 32` makes one.")
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible {
  /// So that no log and no message shows it by mistake.
  package var description: String { "a secret of \(key.count) bytes" }
  package var debugDescription: String { description }
}
