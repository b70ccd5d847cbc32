import AppDefinitions
import ExampleApps
import Foundation
import HTTP
import JSON
import Testing

@testable import API

@Suite("OpenAPI document and documentation pages", .closesAPIs)
struct DocumentTests {
  @Test("The OpenAPI document contains every route and no other")
  func routes() throws {
    guard case .object(let paths)? = DocumentedAPI.shared.document["paths"] else { throw NoAnswer(call: "paths") }
    let told = paths.flatMap { template, item in
      ["get", "put", "post", "patch", "delete"].filter { item[$0] != nil }.map { "\($0.uppercased()) \(template)" }
    }
    let routes = DocumentedAPI.routes + DocumentedAPI.routes.compactMap(\.byKey)
    #expect(told.sorted() == routes.map { "\($0.method.rawValue) \($0.template)" }.sorted())
    let ids = routes.map(\.endpoint.documented.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test("The description of an operation names the roles that it needs")
  func roles() {
    for route in DocumentedAPI.routes + DocumentedAPI.routes.compactMap(\.byKey) {
      guard case .session = route.endpoint.access, route.endpoint.role > .watch else { continue }
      let operation = DocumentedAPI.shared.document["paths"]?[route.template]?[route.method.rawValue.lowercased()]
      let description = operation?["description"]?.stringValue ?? ""
      #expect(description.contains("with the role `\(route.endpoint.role.rawValue)`"), "\(route.template)")
    }
  }

  @Test("The documented request bodies for sessions, apps and webhooks are accepted", arguments: Way.allCases)
  func examples(way: Way) async throws {
    let harness = try await openAPI(way)
    for (path, name) in [("/v1/sessions", ""), ("/v1/apps/{app}", "shop"), ("/v1/webhooks/{name}", "orders")] {
      let route = try #require(
        DocumentedAPI.routes.first { $0.template == path && $0.endpoint.operation.body != nil })
      let target = path.replacing("{app}", with: name).replacing("{name}", with: name)
      let answer = try await harness.send(route.method.rawValue, target, Example(route: route).documented)
      #expect(answer.status == 201, "\(answer.text)")
      #expect(try DocumentedAPI.shared.faults(of: answer, to: route) == [])
    }
  }

  @Test("Each documented request body is valid according to its schema", arguments: Example.all)
  func fittingExamples(of route: Example) throws {
    guard let body = route.route.endpoint.operation.body, let example = body.example else { return }
    let document = DocumentedAPI.shared.document
    let text = example.text.replacing("{id}", with: "s_AAAAAAAAAAAAAAAAAAAAAA")
    #expect(
      try SchemaCheck(document: document).faults(JSONValue(parsing: Array(text.utf8)), .object(body.schema.json)) == [])
  }

  @Test("The committed openapi.json equals the generated document")
  func committed() throws {
    let committed = try JSONValue(parsing: Array(Data(contentsOf: Self.root.appending(path: "openapi.json"))))
    #expect(committed == DocumentedAPI.shared.document, "regenerate the file: curl …/openapi.json")
  }

  @Test("A conditional request for an API document gets 304 unless the apps have changed", arguments: Way.allCases)
  func tags(way: Way) async throws {
    let harness = try await openAPI(way)
    for path in ["/openapi.json", "/docs"] {
      let tag = try #require(try await harness.send("GET", path)["ETag"])
      let same = try await harness.send("GET", path, nil, "If-None-Match: \(tag)")
      #expect(same.status == 304)
      #expect(same["ETag"] == tag)
    }
    let former = try await harness.send("GET", "/openapi.json")
    _ = try await harness.send("PUT", "/v1/apps/shop", Shop.definition)
    let tag = try #require(former["ETag"])
    let new = try await harness.send("GET", "/openapi.json", nil, "If-None-Match: \(tag)")
    #expect(new.status == 200)
    #expect(try new.json()["components"]?["schemas"]?["app.shop"] != nil)
    _ = try await harness.send("DELETE", "/v1/apps/shop")
    #expect(try await harness.send("GET", "/openapi.json")["ETag"] == tag)
  }

  @Test("With required tokens, the OpenAPI document contains no apps defined at run time")
  func secrets() async throws {
    let harness = try await openAPI(.inProcess, configure: { $0.requiresToken = true })
    harness.catalogue.add(
      .init(
        try AppDefinition(JSONValue(parsing: Array(Shop.definition.utf8)), features: BuiltInApps.features).app,
        definition: []))
    let schemas = try await harness.send("GET", "/openapi.json").json()["components"]?["schemas"]
    #expect(schemas?["app.counter"] != nil)
    #expect(schemas?["app.shop"] == nil)
  }

  @Test("The documentation pages load only files of this server, and run no inline scripts", arguments: Way.allCases)
  func page(way: Way) async throws {
    let harness = try await openAPI(way)
    for (path, base) in [("/docs", "/"), ("/problems/covered", "/problems/")] {
      let page = try await harness.send("GET", path, nil, "Accept: text/html")
      expectGuarded(page)
      #expect(page["Content-Type"] == "text/html; charset=utf-8")
      #expect(!page.text.contains("http:") && page.text.firstMatch(of: /\s(?:style|on[a-z]+)\s*=/) == nil)
      for link in page.text.matches(of: /\s(?:src|href)="([^"#]+)[^"]*"/).map(\.output.1) {
        let target = link.hasPrefix("../") ? "/\(link.dropFirst(3))" : "\(base)\(link)"
        #expect(try await harness.send("GET", target).status == 200, "\(path) \(link)")
      }
    }
    for name in WebFolder.documentation.names {
      let file = try await harness.send("GET", "/docs/" + name)
      #expect(file.body == WebFolder.documentation[name]?.bytes)
      expectGuarded(file)
      for module in file.text.matches(of: /^import .* from "\.(.*)"/.anchorsMatchLineEndings()).map(\.output.1) {
        let target = module.hasPrefix("./") ? "\(module.dropFirst())" : "/docs\(module)"
        #expect(try await harness.send("GET", target).status == 200, "\(name) \(module)")
      }
    }
    try expectProblem(try await harness.send("GET", "/docs/none.js"), 404, "no-such-file", says: "none.js")
  }

  @Test("The OpenAPI document explains every problem")
  func problems() {
    let areas = DocumentedAPI.shared.document["x-problems"]?.arrayValue ?? []
    let kinds = areas.flatMap { $0["problems"]?.arrayValue ?? [] }
    #expect(kinds == ProblemKind.all.map { .object($0.json) })
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
