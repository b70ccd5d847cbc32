import ExampleApps
import HTTP
import JSON

@testable import API

/// The OpenAPI document, and a check of responses against it.
struct DocumentedAPI {
  /// The instance shared by all tests.
  static let shared = DocumentedAPI()

  let document = JSONValue.object(
    OpenAPI(
      routes: DocumentedAPI.routes + DocumentedAPI.routes.compactMap(\.byKey),
      apps: BuiltInApps.apps.sorted { $0.name < $1.name }
    ).json)

  /// Returns the differences between a response and its description in the document.
  func faults(of answer: Answer, to route: Route<Endpoint>) throws -> [String] {
    let operation = document["paths"]?[route.template]?[route.method.rawValue.lowercased()]
    guard var response = operation?["responses"]?[String(answer.status)] else { return ["no \(answer.status) there"] }
    if let reference = response["$ref"]?.stringValue, let name = reference.split(separator: "/").last {
      response = document["components"]?["responses"]?[String(name)] ?? .null
    }
    guard let type = answer["Content-Type"] else { return response["content"] == nil ? [] : ["no content"] }
    let name = type.split(separator: ";").first.map(String.init) ?? ""
    guard let schema = response["content"]?[name]?["schema"] else { return ["no \(name) there"] }
    let value = name.hasSuffix("json") && !name.hasSuffix("x-ndjson") ? try answer.json() : .string(answer.text)
    return try SchemaCheck(document: document, isStrict: true).faults(value, schema)
  }
}
