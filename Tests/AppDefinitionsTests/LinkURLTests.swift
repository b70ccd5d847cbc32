import AppDefinitions
import ExampleApps
import Foundation
import JSON
import Navigation
import Testing

/// The links to screens of the apps in the documentation.
@Suite struct LinkURLTests {
  private static let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs")

  /// Returns the definitions in the code blocks of a document.
  private static func apps(in document: String) throws -> [App] {
    let text = try String(contentsOf: docs.appending(path: document), encoding: .utf8)
    return text.components(separatedBy: "```").compactMap { block in
      guard let start = block.firstIndex(of: "{"), let end = block.lastIndex(of: "}") else { return nil }
      let bytes = Array(block[start...end].utf8)
      return try? AppDefinition(JSONValue(parsing: bytes), features: BuiltInApps.features).app
    }
  }

  @Test(
    "The link to a screen of a documented app opens a screen with the same params",
    arguments: ["app-format.md", "tutorial-json.md"])
  func documented(document: String) throws {
    let apps = try Self.apps(in: document)
    #expect(!apps.isEmpty)
    for app in apps {
      for route in app.routes.values {
        let params = (route.params ?? []).map { ($0.name, $0.type == .integer ? JSONValue.integer(7) : "seven") }
        var draft = Draft(try app.start())
        let action = Action("route", ["route": .string(route.name), "params": .object(JSONObject(params))])
        do throws(ActionError) { try app.reduce(action, &draft) } catch { continue }
        guard let url = app.url(ofCurrentIn: draft.tree) else { continue }
        #expect(try app.start(url: url).current.params == draft.tree.current.params, "\(app.name) \(url)")
      }
      for (route, url) in app.routes.values.compactMap({ route in route.path.map { (route.name, $0.text) } }) {
        guard !url.contains(":"), !url.contains("*") else { continue }
        let start = try app.start(url: url)
        if start.current.route == route { #expect(app.url(ofCurrentIn: start) != nil, "\(app.name) \(url)") }
      }
    }
  }
}
