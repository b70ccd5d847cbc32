import AppDefinitions
import ExampleApps
import Foundation
import HTTP
import JSON
import Testing

@testable import API

@Suite("OpenAPI document and documentation pages")
struct DocumentTests {
  @Test("The OpenAPI document contains every route and no other")
  func routes() throws {
    guard case .object(let paths)? = DocumentedAPI.shared.document["paths"] else { throw NoAnswer(call: "paths") }
    let told = paths.flatMap { template, item in
      ["get", "put", "post", "patch", "delete"].filter { item[$0] != nil }.map { "\($0.uppercased()) \(template)" }
    }
    #expect(told.sorted() == DocumentedAPI.routes.map { "\($0.method.rawValue) \($0.template)" }.sorted())
    let ids = DocumentedAPI.routes.map(\.endpoint.operation.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test("The documented request bodies for sessions, apps and webhooks are accepted", arguments: Way.allCases)
  func examples(way: Way) async throws {
    try await withAPI(way) { harness in
      for (path, name) in [("/v1/sessions", ""), ("/v1/apps/{app}", "shop"), ("/v1/webhooks/{name}", "orders")] {
        let route = try #require(
          DocumentedAPI.routes.first { $0.template == path && $0.endpoint.operation.body != nil })
        let target = path.replacing("{app}", with: name).replacing("{name}", with: name)
        let answer = try await harness.send(route.method.rawValue, target, Example(route: route).documented)
        #expect(answer.status == 201, "\(answer.text)")
        #expect(try DocumentedAPI.shared.faults(of: answer, to: route) == [])
      }
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
    try await withAPI(way) { harness in
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
  }

  @Test("With required tokens, the OpenAPI document contains no apps defined at run time")
  func secrets() async throws {
    try await withAPI(.inProcess, configure: { $0.requiresToken = true }) { harness in
      harness.catalogue.add(
        .init(
          try AppDefinition(JSONValue(parsing: Array(Shop.definition.utf8)), features: BuiltInApps.features).app,
          definition: []))
      let schemas = try await harness.send("GET", "/openapi.json").json()["components"]?["schemas"]
      #expect(schemas?["app.counter"] != nil)
      #expect(schemas?["app.shop"] == nil)
    }
  }

  @Test("The documentation pages load no external resources and run no scripts", arguments: Way.allCases)
  func page(way: Way) async throws {
    try await withAPI(way) { harness in
      for path in ["/docs", "/problems/covered"] {
        let page = try await harness.send("GET", path, nil, "Accept: text/html")
        #expect(
          page["Content-Security-Policy"]
            == "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
        #expect(page["Referrer-Policy"] == "no-referrer")
        #expect(page["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(page["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(page["Content-Type"] == "text/html; charset=utf-8")
        #expect(!page.text.contains("<script") && !page.text.contains("http:") && !page.text.contains(" style="))
      }
      let page = try await harness.send("GET", "/docs").text
      for route in DocumentedAPI.routes {
        #expect(page.contains("<code>\(route.method.rawValue) \(route.template)</code>"))
      }
      for kind in ProblemKind.all { #expect(page.contains("\"/problems/\(kind.code)\"")) }
    }
  }

  @Test("Each operation has a request example for curl and for JavaScript", arguments: DocumentedAPI.routes.indices)
  func examples(index: Int) throws {
    let route = DocumentedAPI.routes[index]
    let example = RequestExample(route)
    let first = try #require(route.template.split(separator: "{").first)
    #expect(example.curl.hasPrefix("curl -s") && example.curl.contains("\"$N\(first)"))
    #expect(example.javaScript.contains("`${N}\(first)"))
    for text in [example.curl, example.javaScript] {
      #expect(text.contains("{id}") == false)
      #expect(text.contains("TOKEN") == (route.endpoint.access != .open) || text.contains("TICKET"))
    }
  }

  @Test("The documentation page lists each operation exactly once", arguments: Way.allCases)
  func tasks(way: Way) async throws {
    try await withAPI(way) { harness in
      let page = try await harness.send("GET", "/docs").text
      let listed = page.components(separatedBy: "<article id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      #expect(listed.sorted() == DocumentedAPI.routes.map { $0.endpoint.operation.id[...] }.sorted())
    }
  }

  @Test("HTML escaping includes special characters with combining marks")
  func escaping() {
    #expect(Page.escaped("a<b>&\"c\" <\u{338}img> é") == "a&lt;b&gt;&amp;&quot;c&quot; &lt;\u{338}img&gt; é")
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
