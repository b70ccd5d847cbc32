import JSON
import Testing

@testable import Navigation

@Suite("The schemas of the built-in actions")
struct ActionSchemaTests {
  @Test("Each built-in action has a schema")
  func types() {
    #expect(NavigationAction.schemas.map(\.type) == NavigationAction.types + ["screen"])
  }

  @Test(
    "The schema of a built-in action has exactly the fields that the action reads",
    arguments: NavigationAction.schemas.filter { $0.type != "screen" })
  func fields(schema: ActionSchema) {
    let names = Set(NavigationAction.schemas.flatMap(\.fields.names)).union(["nonsense"])
    for name in names {
      var fields = Self.values(of: schema, schema.required + schema.choice.suffix(1))
      // Only one of the alternative fields may be present.
      if schema.choice.contains(name) { schema.choice.forEach { fields[$0] = nil } }
      fields[name] = schema.fields[name].map(Self.value) ?? 1
      let fault = NavigationAction.fault(of: Action(schema.type, fields))
      #expect((fault == nil) == (schema.fields[name] != nil), "\(name): \(fault?.refusal.detail ?? "")")
    }
  }

  @Test(
    "The schema of a built-in action requires exactly the fields that the action requires",
    arguments: NavigationAction.schemas.filter { $0.type != "screen" })
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

  /// Returns a value that conforms to the schema.
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
