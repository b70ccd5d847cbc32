import JSON
import Testing

@Suite("The root path", .closesAPIs)
struct IndexTests {
  @Test("The root path redirects a client that prefers HTML to the inspector", arguments: Way.allCases)
  func browser(way: Way) async throws {
    let harness = try await openAPI(way)
    let browser = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    let answer = try await harness.send("GET", "/", nil, browser)
    #expect(answer.status == 303)
    #expect(answer["Location"] == "ui/")
    #expect(answer["Vary"] == "Accept")
    #expect(answer.body.isEmpty)
  }

  @Test("The root path returns the name, the version and working links to other clients", arguments: Way.allCases)
  func links(way: Way) async throws {
    let harness = try await openAPI(way, configure: { $0.version = "7.8.9" })
    for accept in ["Accept: */*", "Accept: application/json", "Accept: application/json, text/html"] {
      let answer = try await harness.send("GET", "/", nil, accept)
      #expect(answer.status == 200)
      #expect(try answer.json()["name"] == "navstate")
      #expect(try answer.json()["version"] == "7.8.9")
    }
    guard case .object(let links)? = try await harness.send("GET", "/").json()["links"] else {
      throw NoAnswer(call: "/")
    }
    for link in links {
      #expect(try await harness.send("GET", try #require(link.value.stringValue)).status == 200, "\(link.name)")
    }
  }
}
