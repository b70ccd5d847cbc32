import AppDefinitions
import JSON
import Navigation
import Scenarios
import Testing

@Suite("Scenarios of apps")
struct ScenarioTests {
  private static let app = """
    {"app": "a", "version": 1, "data": {"n": 0}, "root": {"kind": "stack", "initial": "home"},
    "actions": {"add": {"args": {"n": "integer"}, "do": [{"set": {"data.n": "data.n + args.n"}},
    {"after": "PT5S", "id": "t", "action": {"type": "add", "n": "${args.n}"}}]}},
    "routes": {"home": {}, "item": {}}}
    """

  /// The failures of a scenario with these steps.
  private func failures(_ steps: String) throws -> [String] {
    let json = try JSONValue(parsing: #"{"name": "s", "app": \#(Self.app), "steps": \#(steps)}"#)
    var reader = ScenarioReader()
    let scenarios = reader.scenarios(json)
    #expect(reader.faults.isEmpty && scenarios.count == 1)
    let app = try AppDefinition(try JSONValue(parsing: Self.app)).app
    return scenarios.flatMap { ScenarioRun.failures(of: $0, app) }.map { "\($0.place): \($0.description)" }
  }

  @Test("Timers fire at their times, also those that a timer starts")
  func timers() throws {
    let steps = """
      [{"action": {"type": "add", "n": 1}}, {"wait": "PT4.9S", "expect": {"data": {"n": 1}}},
      {"wait": 0.1, "expect": {"data": {"n": 2}}}, {"wait": "PT1M", "expect": {"data": {"n": 14}}}]
      """
    #expect(try failures(steps) == [])
  }

  @Test("A failure has the place of the expectation, and ends the scenario")
  func failure() throws {
    let steps = #"[{"expect": {"routes": ["item"], "data": {}}}, {"expect": {"data": {"n": 9}}}]"#
    #expect(
      try failures(steps) == [
        #"/steps/0/expect/data: "s", step 1 (expect): data: expected {}, found {"n":0}"#,
        #"/steps/0/expect/routes: "s", step 1 (expect): routes: expected ["item"], found ["home"]"#,
      ])
  }

  @Test("An action that is refused without an expectation is a failure")
  func refusal() throws {
    let failures = try failures(#"[{"action": {"type": "pop"}}]"#)
    #expect(failures.count == 1 && failures[0].contains("step 1 (pop): the action is refused: nothing-to-pop"))
  }

  @Test("Ids are new, or equal to the id that had the name before")
  func ids() throws {
    let steps = """
      [{"action": {"type": "push", "route": "item"}, "expect": {"ids": ["a1", "$1"]}},
      {"action": {"type": "push", "route": "item"}, "expect": {"ids": ["a1", "$1", "$2"]}},
      {"action": {"type": "remove", "id": "$id:item"}, "expect": {"ids": ["a1", "$1"]}}]
      """
    #expect(try failures(steps) == [])
    #expect(
      try failures(#"[{"action": {"type": "push", "route": "item"}, "expect": {"ids": [null, "a1"]}}]"#).count == 1)
  }

  @Test(
    "A fault of a scenario is found when it is read",
    arguments: [
      (#"{"app": "a.json"}"#, "/: `steps`"), (#"{"app": 5, "steps": []}"#, "/app: `app` is"),
      (#"{"app": "a.json", "steps": [{"expects": {}}]}"#, "did you mean `expect`?"),
      (#"{"app": "a.json", "steps": [{"wait": -1}]}"#, "/steps/0/wait: `wait` is"),
      (#"{"app": "a.json", "steps": [{"action": "pop"}]}"#, "/steps/0/action: `action` is an object"),
      (#"{"app": "a.json", "steps": [], "at": "noon"}"#, "/at: `at` is a time"),
      (#"{"steps": []}"#, "/: `app` is missing"),
      (#"{"app": "a.json", "steps": [{"actoin": {}}]}"#, "no member `actoin`; it has `action`, "),
      (
        #"{"app": "a.json", "steps": [{"expect": {"rout": []}}]}"#,
        "/steps/0/expect/rout: `expect` has no member `rout`"
      ),
      (
        #"{"app": "a.json", "steps": [{"wait": "1 minute"}]}"#,
        #"`wait` is a number of seconds or a duration such as "PT60S""#
      ),
      (
        #"{"app": "a.json", "steps": [{"action": {"type": "pop"}, "as": "admin"}]}"#,
        #"`as` is "client" or "backend"; this is "admin"."#
      ),
    ])
  func faults(json: String, fault: String) throws {
    var reader = ScenarioReader()
    _ = reader.scenarios(try JSONValue(parsing: json))
    let found = reader.faults.map { "\($0.pointer.isRoot ? "/" : $0.pointer.text): \($0.detail)" }
    #expect(found.contains { $0.contains(fault) }, "\(found)")
  }
}
