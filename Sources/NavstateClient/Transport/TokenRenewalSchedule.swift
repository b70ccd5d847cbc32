import Foundation
import JSON

/// When a token is to be replaced: 30 seconds before a JWT expires, or at half of the time that it has left. The next
/// attempt for the same token is due at half of the rest.
struct TokenRenewalSchedule {
  private var token: String?
  private var renewal: Date?

  /// Whether to replace the token now. Never for other tokens than JWTs, and for one that has expired by the device's
  /// clock, since only the server's counts.
  mutating func isDue(_ token: String, at now: Date) -> Bool {
    let isNew = token != self.token
    if !isNew {
      guard let renewal, renewal <= now else { return false }
    }
    // A token of another kind, such as a key of the app for other requests, does not stand for the JWT.
    guard let expiry = Self.expiry(of: token) else { return false }
    let left = expiry.timeIntervalSince(now)
    (self.token, renewal) = (token, left > 0 ? expiry - min(30, left / 2) : nil)
    return !isNew
  }

  /// The `exp` of a JWT, whose signature only the server can check.
  private static func expiry(of token: String) -> Date? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let base64 = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard let payload = Data(base64Encoded: base64 + padding) else { return nil }
    let claims = try? JSONValue(parsing: Array(payload)).objectValue
    return claims?["exp"]?.numberValue.map(Date.init(timeIntervalSince1970:))
  }
}
