/// The key that signs deliveries, shared with the receiver.
///
/// A text that begins with `whsec_` is a key in Base64, as in the Standard Webhooks specification; any other text is
/// the key itself, in UTF-8.
package struct Secret: Sendable, Equatable {
  /// The original text, for storage.
  package let text: String
  let key: [UInt8]

  /// The allowed sizes of the key in bytes.
  package static let sizes = 16...256
  private static let prefix = "whsec_"
  /// The range of the text's length in characters: four bytes each at most, or Base64.
  package static let lengths = sizes.lowerBound / 4...prefix.utf8.count + (sizes.upperBound + 2) / 3 * 4

  /// Parses a secret; nil if the key is too short to resist guessing, too long, or not valid Base64.
  package init?(_ text: String) {
    let key = text.hasPrefix(Self.prefix) ? Base64.decode(text.dropFirst(Self.prefix.count)) : Array(text.utf8)
    guard let key, Self.sizes.contains(key.count) else { return nil }
    self.text = text
    self.key = key
  }

  /// The fault of an invalid secret. Does not contain the secret.
  static let fault = WebhookFaults.Fault(
    member: .secret,
    detail: "The secret must have \(sizes.lowerBound) to \(sizes.upperBound) bytes, or be `\(prefix)` and as many in "
      + "Base64: `openssl rand -hex 32` generates one.")
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible {
  /// Hides the secret from logs and messages.
  package var description: String { "a secret of \(key.count) bytes" }
  package var debugDescription: String { description }
}
