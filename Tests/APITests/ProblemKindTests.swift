import Foundation
import JSON
import Testing

@testable import API

@Suite("Problem kinds", .closesAPIs)
struct ProblemKindTests {
  @Test("Every problem code in the sources has an explanation, and every explained code is used")
  func codes() throws {
    var used: Set<String> = []
    var quoted = ""
    // The forms in which the sources contain a problem code.
    let form =
      /(?:\.(?:invalid|state|forbidden|passed|refused|absent|fault)\(\s*|(?:Problem|init)\(\s*\d{3},\s*|code: |let covered = )"([a-z]+(?:-[a-z]+)*)"/
    let sources = DocumentTests.root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      guard !file.lastPathComponent.hasPrefix("ProblemKind"), !file.path.contains("/NavstateClient/") else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      let lines = text.split(separator: "\n").filter { !$0.contains("///") }.joined(separator: "\n")
      used.formUnion(lines.matches(of: form).map { String($0.1) })
      quoted += lines
    }
    #expect(used.subtracting(ProblemKind.all.map(\.code)).sorted() == [])
    #expect(ProblemKind.all.map(\.code).filter { !quoted.contains("\"\($0)\"") } == [])
    #expect(Set(ProblemKind.all.map(\.code)).count == ProblemKind.all.count)
  }

  @Test("A problem and its kind name the shared code of all bodies in `sameAs`", arguments: Way.allCases)
  func aliases(way: Way) async throws {
    let (harness, session) = try await openSession(of: "counter", way)
    for (path, body, code, shared) in [
      (session + "/push", #"{"rout": "counter"}"#, "unknown-field", "unknown-member"),
      (session + "/push", #"{"route": 5}"#, "bad-field", "wrong-type"),
      ("/v1/sessions", #"{"ap": "counter"}"#, "unknown-member", nil),
      (session + "/pop", "{}", "nothing-to-pop", nil),
    ] {
      let problem = try await harness.send("POST", path, body).json()
      #expect(problem["code"]?.stringValue == code)
      #expect(problem["sameAs"]?.stringValue == shared, "\(code)")
      let kind = try await harness.send("GET", "/problems/\(code)").json()
      #expect(kind["sameAs"]?.stringValue == shared, "\(code)")
      if let shared { #expect(ProblemKind[shared] != nil) }
    }
  }

  @Test("A problem kind is returned as JSON, or as HTML if the client prefers it", arguments: Way.allCases)
  func negotiation(way: Way) async throws {
    let harness = try await openAPI(way)
    for (accept, type) in [
      ("*/*", "application/json"), ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8"),
      ("application/json, text/html;q=0.9", "application/json"), ("text/html", "text/html; charset=utf-8"),
    ] {
      let answer = try await harness.send("GET", "/problems/nothing-to-pop", nil, "Accept: \(accept)")
      #expect(answer["Content-Type"] == type, "\(accept)")
      #expect(answer["Vary"]?.contains("Accept") == true)
      #expect(answer.text.contains("Nothing to pop") == (type == "application/json"))
    }
    let answer = try await harness.send("GET", "/problems/nothing-to-pop", nil, "Accept: image/png")
    try expectProblem(answer, 406, "not-acceptable")
    try expectProblem(try await harness.send("GET", "/problems/none"), 404, "no-such-problem", says: "none")
  }
}
