import JSON
import Navigation
import Scenarios
import Testing

@testable import AppDefinitions

@Suite("Rights of people with JWTs")
struct AccessTests {
  private func definition(_ access: String) -> String {
    #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}}, "access": \#(access)}"#
  }

  private func access(_ text: String) throws -> AppAccess {
    try #require(try AppDefinition(try JSONValue(parsing: definition(text))).app.access)
  }

  private func query(_ claims: JSONObject, key: String? = nil, labels: Labels = [:]) -> AccessQuery {
    AccessQuery(claims: claims, session: AccessQuery.Session(id: "s_1", key: key, labels: labels), now: 1_000)
  }

  @Test("The first rule that holds gives the role; one that fails does not hold")
  func roles() throws {
    let access = try access(
      """
      {"roles": [{"when": "session.labels.person == claims.sub", "role": "act"},
      {"when": "claims.groups.exists(g, g == 'staff') && now > timestamp('1970-01-01T00:00:00Z')", "role": "lead"},
      {"when": "session.key == 'k' && claims.sub != ''", "role": "watch"}]}
      """)
    #expect(access.role(query(["sub": "ann", "groups": ["staff"]], labels: ["person": "ann"])) == .act)
    #expect(access.role(query(["sub": "ann", "groups": ["staff"]])) == .lead)
    #expect(access.role(query(["sub": "ann"], key: "k")) == .watch)
    #expect(access.role(query(["groups": "staff"], key: "x")) == nil)
    #expect(access.create?(query(["sub": "ann"])) == nil)
  }

  @Test("A creation sets what its expressions compute, or nothing if one of them fails")
  func creation() throws {
    let access = try access(
      """
      {"create": {"when": "claims.ok == true", "key": "'user:' + claims.sub", "labels": {"person": "claims.sub"},
      "data": {"groups": "claims.groups"}}}
      """)
    let new = access.create?(query(["ok": true, "sub": "ann", "groups": ["a"]]))
    #expect(new == AppAccess.NewSession(key: "user:ann", labels: ["person": "ann"], data: ["groups": ["a"]]))
    #expect(access.create?(query(["ok": true, "sub": "ann"])) == nil)
    #expect(access.create?(query(["ok": true, "sub": 7, "groups": []])) == nil)
    #expect(access.create?(query(["ok": "true", "sub": "ann", "groups": []])) == nil)
    #expect(access.role(query(["ok": true, "sub": "ann"])) == nil)
  }

  @Test(
    "The faults of `access` are reported with their places",
    arguments: [
      (#"{"roles": [{"when": "true", "role": "owner"}]}"#, "/access/roles/0/role", "watch"),
      (#"{"roles": [{"role": "act"}]}"#, "/access/roles/0/when", "missing"),
      (#"{"role": []}"#, "/access/role", "roles"), (#"{"roles": {}}"#, "/access/roles", "list"),
      (#"{"create": {"when": "true", "token": "x"}}"#, "/access/create/token", "no member"),
      (#"{"create": {"key": "'a'"}}"#, "/access/create/when", "missing"),
      (#"{"create": {"when": "true", "key": "'a' +"}}"#, "/access/create/key", "column"),
      (#"{"create": {"when": "session.id == ''"}}"#, "/access/create/when", "`claims`, `now`"),
      (#"{"roles": [{"when": "data.n == 1", "role": "act"}]}"#, "/access/roles/0/when", "`session`"),
      (#"{"roles": [{"when": "'a'", "role": "act"}]}"#, "/access/roles/0/when", "bool"),
    ])
  func faults(text: String, pointer: String, says: String) throws {
    try Faulty("access", definition(text), [(pointer, says)]).check()
  }

  @Test(
    "Rules that let everybody in, and a higher role behind a lower one, are warnings",
    arguments: [
      (#"[{"when": "claims.a == 1", "role": "lead"}, {"when": "claims.b == 1", "role": "act"}]"#, []),
      (
        #"[{"when": "claims.a == 1", "role": "watch"}, {"when": "claims.b == 1", "role": "act"}]"#,
        ["/access/roles/1: The role `act` is behind the lower role `watch`"]
      ),
      (#"[{"when": "session.key != null", "role": "watch"}]"#, ["gives everybody with a token"]),
      (
        #"[{"when": "true", "role": "watch"}, {"when": "claims.b == 1", "role": "act"}]"#,
        ["gives everybody with a token", "never evaluated"]
      ),
    ])
  func warnings(rules: String, expected: [String]) throws {
    let json = try JSONValue(parsing: definition(#"{"roles": \#(rules)}"#))
    let warnings = try AppDefinition(json).warnings.map { "\($0.pointer): \($0.detail)" }
    #expect(warnings.count == expected.count, "\(warnings)")
    for (warning, part) in zip(warnings, expected) { #expect(warning.contains(part), "\(warning)") }
  }

  @Test("A step of a scenario can be sent with claims, whose role the app decides")
  func scenario() throws {
    let app = definition(#"{"roles": [{"when": "claims.sub == 'ann'", "role": "act"}]}"#)
    let json = try JSONValue(
      parsing: """
        {"app": \(app), "steps": [
        {"action": {"type": "push", "route": "home"}, "as": {"claims": {"sub": "ann"}}, "expect": {"routes": ["home", "home"]}},
        {"action": {"type": "pop"}, "as": {"claims": {"sub": "bob"}}, "expect": {"refused": "no-such-session"}},
        {"undo": 1, "as": {"claims": {"sub": "ann"}}, "expect": {"refused": "not-allowed"}}]}
        """)
    var reader = ScenarioReader()
    let scenarios = reader.scenarios(json)
    #expect(reader.faults.isEmpty)
    let defined = try AppDefinition(try JSONValue(parsing: app)).app
    #expect(scenarios.flatMap { ScenarioRun.failures(of: $0, defined) }.map(\.description) == [])
  }
}
