import JSON
import Testing

@testable import Navigation

@Suite("The schemas of the actions that every app has")
struct ActionSchemaTests {
  @Test("are there for each of them")
  func types() {
    #expect(NavigationAction.schemas.map(\.type) == NavigationAction.types + ["screen"])
  }

  @Test(
    "have the fields that are read, and no others", arguments: NavigationAction.schemas.filter { $0.type != "screen" })
  func fields(schema: ActionSchema) {
    let names = Set(NavigationAction.schemas.flatMap(\.fields.names)).union(["nonsense"])
    for name in names {
      var fields = Self.values(of: schema, schema.required + schema.choice.suffix(1))
      // Of those of which one is chosen, that one.
      if schema.choice.contains(name) { schema.choice.forEach { fields[$0] = nil } }
      fields[name] = schema.fields[name].map(Self.value) ?? 1
      let fault = NavigationAction.fault(of: Action(schema.type, fields))
      #expect((fault == nil) == (schema.fields[name] != nil), "\(name): \(fault?.refusal.detail ?? "")")
    }
  }

  @Test("need what cannot be left out", arguments: NavigationAction.schemas.filter { $0.type != "screen" })
  func required(schema: ActionSchema) {
    let needed = schema.required + schema.choice.suffix(1)
    #expect(NavigationAction.fault(of: Action(schema.type, Self.values(of: schema, needed))) == nil)
    for name in needed {
      let rest = Self.values(of: schema, needed.filter { $0 != name })
      #expect(NavigationAction.fault(of: Action(schema.type, rest))?.refusal.code == "missing-field", "\(name)")
    }
  }

  private static func values(of schema: ActionSchema, _ names: [String]) -> JSONObject {
    JSONObject(names.map { ($0, schema.fields[$0].map(value) ?? .null) })
  }

  /// One that fits.
  private static func value(_ schema: JSONValue) -> JSONValue {
    if let choices = schema["enum"]?.arrayValue { return choices[0] }
    switch schema["type"]?.stringValue {
    case "object": return [:]
    case "boolean": return true
    case "integer": return 1
    default: return "x"
    }
  }
}
