import JSON
import Navigation
import Testing

@testable import AppDefinitions

@Suite("Messages about values")
struct MessageTests {
  private let app: App

  init() throws {
    let json = """
      {"app": "shop", "version": 1, "root": {"kind": "stack", "initial": "home"}, "routes": {
        "home": {"path": "/"},
        "shirt": {"path": "/shirts/:id", "params": {"id": "integer", "size": {"enum": ["s", "m"]}, "color": "string?"}},
        "paint": {"path": "/paint", "params": {"size": {"type": "string", "enum": ["s", "m"]}}}}}
      """
    app = try AppDefinition(try JSONValue(parsing: json)).app
  }

  /// The detail of the refusal of a link.
  private func refusal(of url: String) -> String? {
    do throws(ActionError) {
      _ = try app.start(url: url)
      return nil
    } catch {
      #expect(error.refusal.code == "no-such-link")
      return error.refusal.detail
    }
  }

  @Test(
    "A link whose path matches is refused with the param that does not fit",
    arguments: [
      ("/shirts/x?size=s", "The param `id` of \"shirt\" must be an integer; it is a string."),
      ("/shirts/1", "\"shirt\" needs the param `size`, one of \"s\", \"m\"."),
      ("/shirts/1?size=xl", "The param `size` of \"shirt\" must be one of \"s\", \"m\"; it is \"xl\"."),
      ("/paint?size=s&size=m", "The param `size` of \"paint\" must be one of \"s\", \"m\"; it is an array."),
    ])
  func links(url: String, reason: String) {
    #expect(refusal(of: url) == "No link of `shop` matches \(JSONValue.string(url).text): \(reason)")
  }

  @Test("A link whose path does not match is refused with the patterns")
  func patterns() {
    #expect(refusal(of: "/hats") == "No link of `shop` matches \"/hats\"; it has \"/shirts/:id\", \"/paint\", \"/\".")
    #expect(refusal(of: "/shirts/1?size=m") == nil)
  }

  @Test("A missing param and one of another type list the values of an `enum`")
  func values() {
    let mismatch = "must be one of \"s\", \"m\"; it is an integer"
    #expect(app.routes["paint"]?.params?[0].mismatch(of: 1) == mismatch)
    #expect(app.routes["paint"]?.params?[0].expected == "one of \"s\", \"m\"")
  }
}
