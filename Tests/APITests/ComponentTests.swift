import ExampleApps
import HTTP
import JSON
import Testing

@testable import API

@Suite("The schemas of the OpenAPI document")
struct ComponentTests {
  private let document = DocumentedAPI.shared.document

  /// The schemas within a schema, and those that it refers to.
  private func schemas(in schema: JSONValue, _ known: inout Set<String>) -> [JSONObject] {
    switch schema {
    case .array(let elements): return elements.flatMap { schemas(in: $0, &known) }
    case .object(let members):
      if let reference = members["$ref"]?.stringValue, let name = reference.split(separator: "/").last {
        guard known.insert(String(name)).inserted else { return [] }
        return schemas(in: document["components"]?["schemas"]?[String(name)] ?? .null, &known)
      }
      return [members] + members.flatMap { schemas(in: $0.value, &known) }
    default: return []
    }
  }

  @Test("are open to new members in responses, and closed in requests except for what an app defines")
  func open() {
    for route in DocumentedAPI.routes {
      var known: Set<String> = []
      for schema in route.endpoint.operation.answers.flatMap(\.contents).map(\.1) {
        let closed = schemas(in: .object(schema.json), &known).filter { $0["additionalProperties"] == false }
        #expect(closed == [], "\(route.template)")
      }
    }
  }

  @Test("have names that differ also as identifiers of programs, like the operations")
  func names() {
    guard case .object(let components)? = document["components"]?["schemas"] else { return }
    let identifier = { (name: String) in name.lowercased().filter { $0.isLetter || $0.isNumber } }
    #expect(Set(components.names.map(identifier)).count == components.names.count)
    let operations = DocumentedAPI.routes.map(\.endpoint.operation.id)
    #expect(Set(operations.map(identifier)).count == operations.count)
  }

  @Test("have a name for apps and sessions, to which the operations refer")
  func references() {
    for (path, name) in [("/v1/apps/{app}", "App"), ("/v1/sessions/{id}", "Session")] {
      let answer = document["paths"]?[path]?["get"]?["responses"]?["200"]?["content"]?["application/json"]
      #expect(answer?["schema"] == ["$ref": .string("#/components/schemas/\(name)")])
      #expect(document["components"]?["schemas"]?[name]?["type"] == "object")
    }
  }
}
