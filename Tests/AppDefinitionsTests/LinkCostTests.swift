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

  private static let costly = [
    (0..<1_000).map { "/x\($0)/:a([a-z]+\($0)|b)" }, (0..<20).map { "/:a((a|aa){1,36}b\($0).{0,140})" },
    (0..<100).map { "/:a((a|a)*(a|b)*a(a|b){99}c\($0))" },
    (0..<100).map { "/:a*/:b*/:c*/:d*/:e*/:f*/:g*/:h*/end\($0)" },
    (0..<500).flatMap { ["/:a([a-z]+\($0)|b)", "/:a([a-z]*[0-9]\($0))"] },
    (1..<21).map { "/:a((a|aa){1,36}b{\($0)}.{0,140})" },
    (0..<10_000).map { "/:p\($0)/:a/:b/:c/:d/:e/:f/:g/:h/:i/:j/:k/:l/:m/:n/:o/:q/:r/:s/:t/:u/:v/:w/:x" },
  ]

  @Test("A definition whose links could cost too much is rejected with the limit", arguments: costly)
  func refused(paths: [String]) throws {
    let faults = try #require(#expect(throws: DefinitionFaults.self) { _ = try AppDefinition(Self.definition(paths)) })
    #expect(faults.faults.map(\.pointer.text) == ["/routes"])
    #expect(faults.faults[0].detail.contains("the limit is 400000"))
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

  @Test("A stored definition is read regardless of the cost of its links")
  func stored() throws {
    #expect(try AppDefinition(Self.definition(Self.costly[2]), isStored: true).app.routes.count == 101)
  }

  @Test("Nested repetitions of an empty group in a path are accepted")
  func nothing() throws {
    let nested = (0..<15).reduce("()") { text, _ in "(\(text){999})" }
    #expect(throws: Never.self) { try AppDefinition(Self.definition(["/:a(\(nested)b)"])) }
  }
}
