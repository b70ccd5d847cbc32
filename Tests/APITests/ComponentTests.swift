import ExampleApps
import HTTP
import JSON
import Testing

@testable import API

@Suite("OpenAPI schemas")
struct ComponentTests {
  private let document = DocumentedAPI.shared.document

  /// Returns the schemas within a schema and the schemas that it references.
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

  @Test("The OpenAPI schemas of responses allow additional members")
  func open() {
    for route in DocumentedAPI.routes {
      var known: Set<String> = []
      for schema in route.endpoint.operation.answers.flatMap(\.contents).map(\.1) {
        let closed = schemas(in: .object(schema.json), &known).filter { $0["additionalProperties"] == false }
        #expect(closed == [], "\(route.template)")
      }
    }
  }

  @Test("The names of OpenAPI schemas and operations are unique as identifiers")
  func names() {
    guard case .object(let components)? = document["components"]?["schemas"] else { return }
    let identifier = { (name: String) in name.lowercased().filter { $0.isLetter || $0.isNumber } }
    #expect(Set(components.names.map(identifier)).count == components.names.count)
    let operations = DocumentedAPI.routes.map(\.endpoint.operation.id)
    #expect(Set(operations.map(identifier)).count == operations.count)
  }

  @Test("The OpenAPI operations that read apps and sessions reference named schemas")
  func references() {
    for (path, name) in [("/v1/apps/{app}", "App"), ("/v1/sessions/{id}", "Session")] {
      let answer = document["paths"]?[path]?["get"]?["responses"]?["200"]?["content"]?["application/json"]
      #expect(answer?["schema"] == ["$ref": .string("#/components/schemas/\(name)")])
      #expect(document["components"]?["schemas"]?[name]?["type"] == "object")
    }
  }
}
