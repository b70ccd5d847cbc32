import FoundationEssentials
import JSON
import Testing

/// The documents of Nicolas Seriot's JSONTestSuite.
@Suite("JSONTestSuite")
struct ParsingSuiteTests {
  /// The folder with `json/json-parsing.json`, a list of `{"name", "expect": "y" | "n" | "i", "base64"}`: that of the environment
  /// variable NAVSTATE_ORACLE, or `Tests/Oracle`.
  static let folder =
    ProcessInfo.processInfo.environment["NAVSTATE_ORACLE"].map { URL(filePath: $0) }
    ?? URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Oracle")

  @Test("The parser accepts every valid document and rejects every invalid one")
  func documents() throws {
    let file = try Data(contentsOf: Self.folder.appending(path: "json/json-parsing.json"))
    let cases = try #require(JSONValue(parsing: [UInt8](file)).arrayValue)
    #expect(cases.count == 318)
    for document in cases {
      let name = try #require(document["name"]?.stringValue)
      let encoded = try #require(document["base64"]?.stringValue)
      let bytes = try [UInt8](#require(Data(base64Encoded: encoded)))
      let isAccepted = (try? JSONValue(parsing: bytes)) != nil
      #expect(JSONValue.isText(bytes) == isAccepted, "\(name)")
      switch document["expect"]?.stringValue {
      case "y": #expect(isAccepted, "\(name)")
      case "n": #expect(!isAccepted, "\(name)")
      default: break  // Both results are valid; the test checks only that the parser returns.
      }
    }
  }
}
