import Testing

@testable import Navigation

@Suite struct LinkCostTests {
  private static let letters = String(repeating: "a", count: 2_000)

  /// Returns the steps that a URL takes, and the upper bound of the app.
  private func steps(_ paths: [String], _ url: String) throws -> (taken: Int, most: Int) {
    let links = Links(try paths.enumerated().map { Route("r\($0)", path: try LinkPattern($1)) })
    var (steps, refused) = (0, Refused?.none)
    _ = links.destination(of: url, steps: &steps, refused: &refused)
    return (steps, links.cost.steps)
  }

  @Test(
    "Matching a URL takes no more steps than the upper bound of the app's links",
    arguments: [
      (0..<300).map { "/:a([a-z]{1,4}\($0))" }, (0..<5).map { "/:a([a-z]{1,220}\($0))" },
      (0..<20).map { _ in ":a(a?a?a?a?a?a?a?a?a?a?a?a?)" }.enumerated().map { "\($1)/x\($0)" },
      [":a((a*)*b)", ":a((a|aa)+b)", ":a((\\w+)+\\d)"], (0..<500).map { "/:a([a-z]+\($0))/x" },
      (0..<50).map { "/:a*/:b+/:c?/:d*/x\($0)" },
    ])
  func bound(paths: [String]) throws {
    for url in [Self.letters, String(repeating: "/a", count: 256), String(repeating: "/aaaaaaaaaaaaaaa", count: 256)] {
      let steps = try steps(paths, url)
      #expect(steps.taken <= steps.most)
    }
  }

  @Test("A pattern that occurs in many paths is matched once")
  func shared() throws {
    let one = try steps(["/:a(\\d+x)/b"], "/" + String(repeating: "1", count: 8_000) + "/c")
    let many = try steps((0..<500).map { "/:a(\\d+x)/b\($0)" }, "/" + String(repeating: "1", count: 8_000) + "/c")
    #expect(many.taken < one.taken + 1_500)
  }

  @Test("Paths with another first segment than the URL are not tried")
  func otherWords() throws {
    let steps = try steps((0..<500).map { "/w\($0)/:id(\\d+)" }, "/w7/42")
    #expect(steps.taken < 20)
  }

  @Test("An app of 1,000 routes with common patterns costs less than half the limit")
  func reasonable() throws {
    let paths = (0..<1_000).map { number in
      switch number % 4 {
      case 0: "/items\(number)/:id(\\d+)"
      case 1: "/shops\(number)/:slug([a-z0-9-]{1,\(100 + number % 100)})/:page(\\d+)?"
      case 2: "/:tenant([a-z]{2,20})/docs\(number)/:id([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
      default: "/files\(number)/:path*"
      }
    }
    #expect(try steps(paths, "/").most < LinkCost.maximum / 2)
  }
}
