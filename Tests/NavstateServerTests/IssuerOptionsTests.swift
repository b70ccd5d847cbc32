import API
import Foundation
import Sessions
import Testing

@testable import NavstateServer

@Suite("Issuers of JWTs in the configuration")
struct IssuerOptionsTests {
  private func configuration(_ arguments: String...) throws(UsageError) -> Configuration {
    let environment = ["NAVSTATE_ADMIN_TOKEN": ConfigurationTests.token]
    let options = try Options(arguments[...], environment: environment, program: "navstate")
    return try Configuration(options, environment: environment)
  }

  private func write(_ text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "navstate-\(UUID().uuidString).json")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  @Test("One issuer can be set by options, or several by a file")
  func issuers() throws {
    let one = try configuration("--jwt-issuer", "https://id.example", "--jwt-audience", "shop")
    let rules = JWTRules(issuer: "https://id.example", audience: ["shop"], leeway: 60_000)
    #expect(one.api.issuers.map(\.rules) == [rules])
    let file = try write(
      """
      [{"issuer": "https://a", "audience": ["x", "y"], "algorithms": ["ES256"], "leeway": 0},
       {"issuer": "b", "audience": ["x"], "keys": "http://127.0.0.1:1/keys"}]
      """)
    let several = try configuration("--jwt", file).api.issuers.map(\.rules)
    #expect(
      several == [
        JWTRules(issuer: "https://a", audience: ["x", "y"], algorithms: [.es256], leeway: 0),
        JWTRules(issuer: "b", audience: ["x"], leeway: 60_000),
      ])
  }

  @Test(
    "A faulty issuer is named with its file and line",
    arguments: [
      ("nope", ", line 1: "), ("{}", ", line 1: the file must contain a JSON list"),
      ("[\n {\"issuer\": \"https://a\", \"audience\": [\"x\"]},\n {}]", ", line 3, issuer 2: `issuer` must be"),
      (#"[{"issuer": "https://a"}]"#, "`audience` must be"), (#"[{"issuer": "a", "audience": ["x"]}]"#, "with https"),
      (#"[{"issuer": "a", "audience": ["x"], "keys": "http://a/k"}]"#, "loopback only"),
      (#"[{"issuer": "a", "audience": ["x"], "keys": "/nowhere"}]"#, "/nowhere cannot be read"),
      (#"[{"issuer": "https://a", "audience": ["x"], "key": 1}]"#, "unknown member \"key\""),
      (#"[{"issuer": "https://a", "audience": ["x"], "leeway": -1}]"#, "`leeway` must be"),
      (#"[{"issuer": "https://a", "audience": ["x"], "algorithms": ["none"]}]"#, "`algorithms` must be"),
    ])
  func faults(content: String, expected: String) throws {
    let file = try write(content)
    let error = #expect(throws: UsageError.self) { try configuration("--jwt", file) }
    let message = error?.message ?? ""
    #expect(message.contains(expected) && message.contains(file), "\(message)")
  }

  @Test("A file of keys needs a usable one")
  func keys() throws {
    let secret = #"{"keys": [{"kty": "oct", "k": "AAAA"}]}"#
    for (content, expected) in [("{}", "a list `keys`"), (secret, "without `alg`")] {
      let keys = try write(content)
      let error = #expect(throws: UsageError.self) {
        try configuration("--jwt-issuer", "a", "--jwt-audience", "x", "--jwt-keys", keys)
      }
      #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
    }
  }
}
