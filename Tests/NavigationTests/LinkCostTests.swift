import CEL
import Testing

@testable import Navigation

@Suite struct LinkCostTests {
  private static let letters = "/" + String(repeating: "a", count: 8_191)

  private func app(_ paths: [String]) throws -> App {
    try App(
      "a", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
      routes: [Route("home")] + paths.enumerated().map { Route("r\($0)", path: try LinkPattern($1)) })
  }

  /// Returns the steps that a URL takes.
  private func steps(_ paths: [String], _ url: String) throws -> Int {
    let links = Links(try paths.enumerated().map { Route("r\($0)", path: try LinkPattern($1)) })
    var (budget, refused) = (EvaluationBudget(steps: .max), ActionError?.none)
    _ = try links.destination(of: url, &budget, refused: &refused)
    return .max - budget.steps
  }

  @Test(
    "A URL whose matching is too costly is refused, whatever the links of the app",
    arguments: [
      (0..<50).map { "/:a((a|a)*(a|b)*a(a|b){99}c\($0))" },
      (0..<100).map { "/:a((?i)[\\p{L}\\p{N}]+\($0))" }, (0..<200).map { "/:a([a-z]+\($0)|b)" },
    ])
  func patterns(paths: [String]) throws {
    let refused = try #require(#expect(throws: ActionError.self) { _ = try app(paths).start(url: Self.letters) })
    #expect(refused.refusal.code == "url-too-costly")
    #expect(refused.refusal.detail.contains("takes more than 37768 steps"))
    let short = try #require(#expect(throws: ActionError.self) { _ = try app(paths).start(url: "/aaa") })
    #expect(short.refusal.code == "no-such-link")
  }

  @Test("A URL that can be split among the params of many links is refused")
  func segments() throws {
    let paths = (0..<100).map { "/:a*/:b*/:c*/:d*/:e*/:f*/:g*/:h*/end\($0)" }
    let url = String(repeating: "/a", count: 250)
    let refused = try #require(#expect(throws: ActionError.self) { _ = try app(paths).start(url: url) })
    #expect(refused.refusal.code == "url-too-costly")
  }

  @Test(
    "A long segment matches common patterns", arguments: ["[a-z]+", "[^/]*", ".+", "(a|b)*", #"\w{1,999}|[a-z0-9-]+"#])
  func long(pattern: String) throws {
    let url = Self.letters
    #expect(try steps(["/:a(\\d+)", "/:b(\(pattern))"], url) < Links.steps(of: url))
  }

  @Test("A pattern that occurs in many paths is matched once")
  func shared() throws {
    let one = try steps(["/:a(\\d+x)/b"], "/" + String(repeating: "1", count: 8_000) + "/c")
    let many = try steps((0..<500).map { "/:a(\\d+x)/b\($0)" }, "/" + String(repeating: "1", count: 8_000) + "/c")
    #expect(many < one + 500)
  }

  @Test("Paths with another first segment than the URL are not tried")
  func otherWords() throws {
    #expect(try steps((0..<500).map { "/w\($0)/:id(\\d+)" }, "/w7/42") < 20)
  }

  @Test("A URL of an app with 1,000 routes and common patterns takes a quarter of the steps that it may")
  func reasonable() throws {
    let paths = (0..<1_000).map { number in
      switch number % 4 {
      case 0: "/items\(number)/:id(\\d+)"
      case 1: "/shops\(number)/:slug([a-z0-9-]{1,\(100 + number % 100)})/:page(\\d+)?"
      case 2: "/:tenant([a-z]{2,20})/docs\(number)/:id([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
      default: "/files\(number)/:path*"
      }
    }
    for url in [
      "/items4/42", "/shops97/a-slug-of-a-shop/3", "/acme/docs998/0123abcd-0123-abcd-0123456789ab", "/files999/a/b",
      "/x",
    ] {
      #expect(try steps(paths, url) < Links.steps(of: url) / 4, "\(url)")
    }
  }
}
