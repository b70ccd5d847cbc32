import JSON
import Sessions
import TestSupport
import Testing

@Suite("JWTs")
struct JWTTests {
  private let now: Int64 = 1_900_000_000_000
  private let rules = JWTRules(issuer: "i", audience: ["a"], leeway: 60_000)

  /// Verifies the signature and the claims, as a server does.
  private func verify(_ token: String, _ keys: JSONWebKeySet) throws -> VerifiedToken {
    let token = try JSONWebToken(Array(token.utf8)[...])
    try rules.checkAlgorithm(of: token)
    guard try keys.verify(token) else { throw JWTFault("unknown key") }
    return try rules.verified(token, at: now)
  }

  private func reason(_ token: String, _ keys: JSONWebKeySet) -> String {
    do {
      _ = try verify(token, keys)
      return "valid"
    } catch {
      return (error as? JWTFault)?.reason ?? "\(error)"
    }
  }

  @Test("Signatures of each algorithm by another library are valid", arguments: RecordedTokens.algorithms)
  func algorithms(algorithm: String) throws {
    let (json, token) = try RecordedTokens.read(algorithm)
    let keys = try JSONWebKeySet(json, isLocal: false)
    #expect(try verify(token, keys).subject == "ann")
    let parts = token.split(separator: ".")
    #expect(reason("\(parts[0]).e30.\(parts[2])", keys).contains("signature is not valid"))
  }

  @Test(
    "The key decides: another algorithm, another use and a short key are refused",
    arguments: [
      ("other-algorithm", "not one of its key"), ("other-use", "not for signatures"), ("short-key", "1024 bits"),
    ])
  func keys(name: String, expected: String) throws {
    let (json, token) = try RecordedTokens.read(name)
    #expect(reason(token, try JSONWebKeySet(json, isLocal: false)).contains(expected))
  }

  @Test(
    "A header with another type, an extension or no algorithm is refused",
    arguments: [
      (#"{"alg": "HS256"}"#, "valid"), (#"{"alg": "HS256", "typ": "at+jwt"}"#, "valid"),
      (#"{"alg": "none"}"#, "`alg` must be"), (#"{}"#, "`alg` must be"), (#"["HS256"]"#, "header must be"),
      (#"{"alg": "HS512"}"#, "not one of its key"), (#"{"alg": "HS256", "crit": []}"#, "crit"),
      (#"{"alg": "HS256", "typ": "logout+jwt"}"#, "typ"), (#"{"alg": "HS256", "kid": 1}"#, "kid"),
      (#"{"alg": "HS256", "kid": "x"}"#, "unknown key"),
    ])
  func header(header: String, expected: String) throws {
    let token = try TestIssuer.token(#"{"iss": "i", "aud": "a", "sub": "s", "exp": 2e9}"#, header: header)
    #expect(reason(token, try TestIssuer.keys()).contains(expected))
  }

  @Test(
    "Each claim that is required has to be there, and times allow for the leeway",
    arguments: [
      (#""sub": "s", "aud": ["x", "a"], "exp": 1899999941"#, "valid"),
      (#""sub": "s", "aud": "a", "exp": 1899999940"#, "expired"),
      (#""sub": "s", "aud": "a", "exp": "2000000000""#, "`exp` must be a number"),
      (#""sub": "s", "aud": "a""#, "no expiry"), (#""sub": "s", "exp": 2e9"#, "audience"),
      (#""sub": "s", "aud": "A", "exp": 2e9"#, "audience"), (#""sub": "", "aud": "a", "exp": 2e9"#, "subject"),
      (#""aud": "a", "exp": 2e9"#, "subject"), (#""sub": "s", "aud": "a", "exp": 1e300"#, "valid"),
      (#""sub": "s", "aud": "a", "exp": 2e9, "nbf": 1900000061"#, "`nbf`"),
      (#""sub": "s", "aud": "a", "exp": 2e9, "iat": 1900000060"#, "valid"),
      (#""sub": "s", "aud": "a", "exp": 2e9, "iat": 1900000061"#, "`iat`"),
    ])
  func claims(claims: String, expected: String) throws {
    #expect(reason(try TestIssuer.token(#"{"iss": "i", \#(claims)}"#), try TestIssuer.keys()).contains(expected))
  }

  @Test(
    "A token whose parts are not strictly base64url is refused",
    arguments: ["..", "a.b", "*.e30.e30", "e30=.e30.e30", "e31.e30.e30", "e30.e30.e30.e30"])
  func form(token: String) throws {
    #expect(reason(token, try TestIssuer.keys()) != "valid")
  }

  @Test("A secret is a key only in a local file, with its algorithm and as long as the hash")
  func secrets() throws {
    let token = try TestIssuer.token(#"{"iss": "i", "aud": "a", "sub": "s", "exp": 2e9}"#)
    #expect(reason(token, try TestIssuer.keys(isLocal: false)).contains("local file"))
    let short: JSONValue = ["keys": [["kty": "oct", "k": "AAAA", "alg": "HS256"]]]
    #expect(reason(token, try JSONWebKeySet(short, isLocal: true)).contains("less than 256 bits"))
    let free: JSONValue = ["keys": [["kty": "oct", "k": "AAAA"]]]
    #expect(reason(token, try JSONWebKeySet(free, isLocal: true)).contains("without `alg`"))
  }
}
