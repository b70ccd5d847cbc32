import Foundation
import JSON

/// Keys and tokens that PyJWT has made, in `Tests/Fuzzing/Corpus/jwt`.
///
/// The claims are `{"iss": "i", "aud": "a", "sub": "ann", "exp": 2000000000}`.
package enum RecordedTokens {
  /// The algorithms of the tokens of public keys, which are the names of their files.
  package static let algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"]

  /// The keys and the token in a file.
  package static func read(_ name: String) throws -> (keys: JSONValue, token: String) {
    let file = URL(filePath: #filePath).appending(path: "../../Fuzzing/Corpus/jwt/\(name)").standardized
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    return (try JSONValue(parsing: lines[0]), lines[1])
  }
}
