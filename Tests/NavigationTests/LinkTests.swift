import JSON
import Testing

@testable import Navigation

@Suite("Links") struct LinkTests {
  private static let links = Links([
    Route("home", path: "/"), Route("item", path: "items/:id"), Route("top", path: "/items/top/"),
    Route("year", path: "items/:year(\\d{4})"), Route("pages", path: "book/:chapter/:page?/:line?"),
    Route("files", path: "files/:path*"), Route("deep", path: "tree/:path+/edit"), Route("any", path: "other/*/end"),
    Route(
      "typed",
      params: [
        Param("n", .integer), Param("size", .number, optional: true), Param("on", .boolean, optional: true),
        Param("tags", .array, optional: true), Param("note", .string, optional: true),
        Param("more", .object, optional: true),
      ], path: "typed/:n"),
    Route("first", path: ":one/x/z"), Route("second", path: ":two/x/z"),
    Route("whole", params: [Param("id", .integer)], path: "both/:id"), Route("rest", path: "both/:name"),
  ])

  /// Returns `route {params}`, or `none` when no link matches the URL.
  private func destination(of url: String) -> String {
    guard let found = Self.links.destination(of: url) else { return "none" }
    return found.route + (found.params.flatMap { $0.isEmpty ? nil : " " + JSONValue.object($0).text } ?? "")
  }

  @Test(
    "A URL leads to the route with the most specific matching link",
    arguments: [
      ("/items/7", #"item {"id":"7"}"#), ("/items/top", "top"), ("/items/2026", #"year {"year":"2026"}"#),
      ("/items/20266", #"item {"id":"20266"}"#), ("/items", "none"), ("/items/7/8", "none"), ("/Items/7", "none"),
      ("/a/x/z", #"first {"one":"a"}"#), ("/both/7", #"whole {"id":7}"#), ("/both/seven", #"rest {"name":"seven"}"#),
    ])
  func specific(url: String, route: String) { #expect(destination(of: url) == route) }

  @Test("Of two patterns that match, the longer one precedes, also if its rest is optional")
  func longer() {
    let links = Links([
      Route("one", path: "/:n"), Route("rest", path: "/:p?/*"), Route("list", path: "/a"),
      Route("page", path: "/a/:page?"), Route("files", path: "/b/:path*"), Route("b", path: "/b"),
    ])
    #expect(["/x", "/a", "/b"].map { links.destination(of: $0)?.route } == ["rest", "page", "b"])
  }

  @Test(
    "A link can have optional params and params of several segments",
    arguments: [
      ("/book/1", #"pages {"chapter":"1"}"#), ("/book/1/2", #"pages {"chapter":"1","page":"2"}"#),
      ("/book/1/2/3", #"pages {"chapter":"1","page":"2","line":"3"}"#), ("/book/1/2/3/4", "none"), ("/book", "none"),
      ("/files", #"files {"path":""}"#), ("/files/a/b%2Fc", #"files {"path":"a/b/c"}"#),
      ("/tree/edit", "none"), ("/tree/a/edit/edit", #"deep {"path":"a/edit"}"#),
      ("/other/end", "none"), ("/other/a/b/end", "any"), ("/other/a/b", "none"),
    ])
  func several(url: String, route: String) { #expect(destination(of: url) == route) }

  @Test(
    "A URL is matched by its decoded path, regardless of its scheme, host and fragment",
    arguments: [
      "/items/7", "items/7", "//items///7/", "/items/7#top", "/items/7/#?x", "/items/7?", "/items/7?&&=3",
      "https://shop.example/items/7", "HTTP://shop.example:8080/items/7/#a", "shop://items/7", "my-shop+2.x:///items/7",
      "/%69tems/%37",
    ])
  func around(url: String) { #expect(destination(of: url) == #"item {"id":"7"}"#) }

  @Test(
    "A URL without a path leads to the route with the path `/`",
    arguments: ["", "/", "//", "https://shop.example", "https://shop.example?", "#a"])
  func start(url: String) { #expect(destination(of: url) == "home") }

  @Test(
    "A URL with invalid percent-encoding or too many segments matches no link",
    arguments: [
      "/items/%", "/items/%4", "/items/%zz", "/items/%E0%A4%A", "/items/%FF", "/items/7?a=%", "/items/7?%C3=1",
      String(repeating: "/a", count: 300),
    ])
  func malformed(url: String) { #expect(destination(of: url) == "none") }

  @Test(
    "The query of a URL becomes params of the route, except names that occur in the path",
    arguments: [
      ("/items/7?q=a+b%26c&q2=%2B", #"item {"id":"7","q":"a b&c","q2":"+"}"#),
      ("/items/7?id=8&x=1", #"item {"id":"7","x":"1"}"#),
      ("/items/7?t=a&f&t=&e=", #"item {"id":"7","t":["a",""],"f":null,"e":""}"#),
      ("/?a=b=c", #"home {"a":"b=c"}"#),
    ])
  func query(url: String, route: String) { #expect(destination(of: url) == route) }

  @Test(
    "A link converts params to the declared types and ignores undeclared ones",
    arguments: [
      ("/typed/7?utm=x", #"typed {"n":7}"#), ("/typed/-7", #"typed {"n":-7}"#), ("/typed/7.5", "none"),
      ("/typed/+7", "none"), ("/typed/9223372036854775808", "none"), ("/typed/x", "none"),
      ("/typed/1?size=2.5e1", #"typed {"n":1,"size":25.0}"#), ("/typed/1?size=3", #"typed {"n":1,"size":3}"#),
      ("/typed/1?size=nan", "none"), ("/typed/1?size=0x1p3", "none"), ("/typed/1?size=1e999", "none"),
      ("/typed/1?size=", "none"), ("/typed/1?size=1&size=2", "none"), ("/typed/1?size", #"typed {"n":1,"size":null}"#),
      ("/typed/1?on=false", #"typed {"n":1,"on":false}"#), ("/typed/1?on", #"typed {"n":1,"on":true}"#),
      ("/typed/1?on=yes", "none"), ("/typed/1?tags=a", #"typed {"n":1,"tags":["a"]}"#),
      ("/typed/1?tags=a&tags=b", #"typed {"n":1,"tags":["a","b"]}"#), ("/typed/1?more=%7B%7D", "none"),
    ])
  func types(url: String, route: String) {
    let found = destination(of: url)
    #expect(found == route || found == route.replacing("25.0", with: "25"))
  }

  @Test("A link matches only if the path, the query or the route has each required param")
  func needed() {
    let links = Links([
      Route("a", params: [Param("id", .string), Param("n", .integer)], path: "/a/:id"),
      Route("b", params: [Param("id", .string), Param("n", .integer)], initialParams: ["n": 1], path: "/b/:id"),
    ])
    #expect(links.destination(of: "/a/1") == nil)
    #expect(links.destination(of: "/a/1?n=2")?.params == ["id": "1", "n": 2])
    #expect(links.destination(of: "/b/1")?.params == ["id": "1"])
  }

  @Test(
    "The error of an invalid path pattern describes each fault",
    arguments: [
      ("/:", ["a name after its `:`"]), ("/:/b/:", ["a name", "a name"]), ("/:id/:id", ["`:id` occurs twice"]),
      ("/a?", ["`?` outside a param"]), ("/a*", ["`*` outside a param"]), ("/a(b)", ["`(` outside a param"]),
      ("/a#b", ["`#` outside a param"]),
      ("/?", ["`?` outside a param"]), ("/:id.json", ["`.json` follows the param"]),
      ("/:a:b", ["`:b` follows the param"]),
      ("/:id??", ["`?` follows the param"]), ("/:id(\\d+)x", ["`x` follows the param"]), ("/:id(a", ["`)` is missing"]),
      ("/:id(a))", ["`)` follows the param"]), ("/:id()", ["is empty"]),
      ("/a*/:id([)/:", ["`*` outside a param", "`:id` is no regular expression: a class has no closing bracket"]),
      (String(repeating: "/a", count: 33), ["at most 32 segments; it has 33"]),
      (String(repeating: "a", count: 501), ["at most 500 characters; it has 501"]),
    ])
  func faults(text: String, says: [String]) throws {
    let faults = try #require(#expect(throws: LinkFaults.self) { _ = try LinkPattern(text) })
    #expect(faults.details.count == says.count, "\(faults.details)")
    for (detail, says) in zip(faults.details, says) { #expect(detail.contains(says), "\(detail)") }
  }

  @Test("A path pattern can contain `:` and `+` in a literal, and `/` in parentheses")
  func signs() throws {
    let links = Links([Route("a", path: "/a:b/c+d/:path([^/()]+/?)")])
    #expect(links.destination(of: "/a:b/c+d/x%2F")?.params == ["path": "x/"])
    #expect(links.destination(of: "/a:b/c+d/x(") == nil)
    #expect(LinkPattern("//a//b/") == LinkPattern("a/b"))
    #expect(LinkPattern("a/:b") != LinkPattern("a/:c"))
  }

  @Test("Matching completes for a path that can be split among params in many ways")
  func sharing() throws {
    let pattern = try LinkPattern((0..<16).map { ":p\($0)*" }.joined(separator: "/") + "/end")
    #expect(Links([Route("a", path: pattern)]).destination(of: String(repeating: "/a", count: 200)) == nil)
  }
}
