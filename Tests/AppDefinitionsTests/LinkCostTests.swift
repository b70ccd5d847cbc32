import AppDefinitions
import JSON
import Testing

@Suite struct LinkCostTests {
  /// Returns an app whose links have these paths.
  private static func definition(_ paths: [String]) -> JSONValue {
    let routes = paths.enumerated().map { ("r\($0)", JSONValue.object(["path": .string($1)])) }
    return [
      "app": "a", "version": 1, "root": ["kind": "stack"],
      "routes": .object(JSONObject([("home", [:])] + routes)),
    ]
  }

  private static let large = (0..<60).map { "/:a((a{60}){60}\($0))" }

  @Test("A definition whose patterns are too large together is rejected with the limit")
  func refused() throws {
    let faults = try #require(
      #expect(throws: DefinitionFaults.self) { _ = try AppDefinition(Self.definition(Self.large)) })
    #expect(faults.faults[0].pointer.text == "/routes/r55/path")
    #expect(faults.faults[0].detail.contains("the limit is 200000 characters with their repetitions"))
  }

  @Test("A chain of 9,000 nested containers is read within the time limit", .timeLimit(.minutes(5)))
  func chain() throws {
    let contents = (0..<9_000).map { number in
      (
        "r\(number)",
        JSONValue.object([
          "path": .string("/p\(number)"), "content": ["kind": "stack", "routes": ["home", .string("r\(number + 1)")]],
        ])
      )
    }
    let definition: JSONValue = [
      "app": "a", "version": 1, "root": ["kind": "stack", "routes": ["home", "r0"]],
      "routes": .object(JSONObject([("home", [:])] + contents + [("r9000", [:])])),
    ]
    #expect(try AppDefinition(definition).app.routes.count == 9_002)
  }

  @Test("A stored definition is read regardless of the size of its patterns")
  func stored() throws {
    #expect(try AppDefinition(Self.definition(Self.large), isStored: true).app.routes.count == 61)
  }

  @Test("Nested repetitions of an empty group in a path are refused without being expanded")
  func nothing() throws {
    let nested = (0..<15).reduce("()") { text, _ in "(\(text){999})" }
    let faults = try #require(
      #expect(throws: DefinitionFaults.self) { _ = try AppDefinition(Self.definition(["/:a(\(nested)b)"])) })
    #expect(faults.faults[0].detail.contains("it is too large with its repetitions"))
  }
}
