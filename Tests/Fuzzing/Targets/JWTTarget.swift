import JSON
import Sessions

/// Keys of an issuer in the first line, and a JWT: both are read or refused, and no changed signature is valid.
enum JWTTarget {
  static func read(_ input: [UInt8]) {
    let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let json = lines.first.flatMap({ try? JSONValue(parsing: Array($0)) }), lines.count == 2,
      let keys = try? JSONWebKeySet(json, isLocal: true), isValid(lines[1], keys)
    else { return }
    var changed = Array(lines[1])
    // The first character of the signature has no unused bits.
    guard let start = changed.lastIndex(of: UInt8(ascii: ".")), start + 1 < changed.count else { return }
    changed[start + 1] = changed[start + 1] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    require(!isValid(changed[...], keys), "a changed signature is valid")
  }

  private static func isValid(_ text: ArraySlice<UInt8>, _ keys: JSONWebKeySet) -> Bool {
    guard let token = try? JSONWebToken(text), (try? keys.verify(token)) == true else { return false }
    let rules = JWTRules(issuer: "i", audience: ["a"], leeway: 0)
    _ = try? rules.verified(token, at: 1_900_000_000_000)
    return true
  }
}
