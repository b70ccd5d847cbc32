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

  /// Returns the failures of a scenario with these steps.
  private func failures(_ steps: String, of app: String = Self.app) throws -> [String] {
    let json = try JSONValue(parsing: #"{"name": "s", "app": \#(app), "steps": \#(steps)}"#)
    var reader = ScenarioReader()
    let scenarios = reader.scenarios(json)
    #expect(reader.faults.isEmpty && scenarios.count == 1)
    let app = try AppDefinition(try JSONValue(parsing: app)).app
    return try scenarios.flatMap { scenario in
      let versions = try scenario.migrations.map { source in
        guard case .definition(let json, _) = source else { throw Absent() }
        return try AppDefinition(json).app
      }
      return ScenarioRun.failures(of: scenario, app, migratingTo: versions)
    }.map { "\($0.place): \($0.description)" }
  }

  private struct Absent: Error {}

  @Test("A scenario expects that its start is refused, and has no further steps then")
  func refusedStart() throws {
    func failures(_ start: String, _ steps: String) throws -> [String] {
      let json = try JSONValue(
        parsing: #"{"name": "s", "app": \#(Self.app), "start": \#(start), "steps": \#(steps)}"#)
      var reader = ScenarioReader()
      let app = try AppDefinition(try JSONValue(parsing: Self.app)).app
      return reader.scenarios(json).flatMap { ScenarioRun.failures(of: $0, app) }.map(\.description)
    }
    let wrong = #"{"data": {"m": 1}}"#
    #expect(try failures(wrong, #"[{"expect": {"refused": "unknown-member", "status": 422}}]"#) == [])
    #expect(try failures(wrong, #"[{"wait": 1}]"#).map { $0.hasPrefix(#""s", start: refused"#) } == [true])
    let more = #"[{"expect": {"refused": true}}, {"wait": 1}]"#
    #expect(
      try failures(wrong, more) == [
        #""s", step 2: the start is refused, so there is no session for further steps."#
      ])
    #expect(
      try failures("{}", #"[{"expect": {"refused": true}}]"#).map { $0.hasPrefix(#""s", step 1 (expect): refused"#) }
        == [true])
  }

  @Test("A scenario migrates its session, which undo takes back")
  func migration() throws {
    let next = Self.app.replacing(#""version": 1, "data": {"n": 0}"#, with: #""version": 2, "data": {"n": 0, "m": 5}"#)
      .replacing(
        #""actions""#,
        with: #""migrate": {"1": {"routes": {"item": "thing"}, "set": {"data.m": "data.n * 2"}}}, "actions""#
      )
      .replacing(#""item""#, with: #""thing""#).replacing(#""thing": "thing""#, with: #""item": "thing""#)
    let steps = """
      [{"action": {"type": "add", "n": 1}}, {"action": {"type": "push", "route": "item"}},
      {"migrate": \(next), "expect": {"routes": ["home", "thing"], "data": {"n": 1, "m": 2}, "changed": true}},
      {"action": {"type": "push", "route": "thing"}}, {"undo": 2, "expect": {"routes": ["home", "item"]}},
      {"action": {"type": "push", "route": "item"}},
      {"migrate": \(Self.app), "expect": {"refused": "bad-member"}}, {"migrate": \(next)}]
      """
    #expect(try failures(steps) == [])
    let misfit = next.replacing(#""data.m": "data.n * 2""#, with: #""data.n": "'x'""#)
    #expect(
      try failures("[{\"migrate\": \(misfit), \"expect\": {\"refused\": \"migration-misfit\", \"changed\": false}}]")
        == [])
  }

  @Test("Timers of a scenario fire at their times, including timers that a timer starts")
  func timers() throws {
    let steps = """
      [{"action": {"type": "add", "n": 1}}, {"wait": "PT4.9S", "expect": {"data": {"n": 1}}},
      {"wait": 0.1, "expect": {"data": {"n": 2}}}, {"wait": "PT1M", "expect": {"data": {"n": 14}}}]
      """
    #expect(try failures(steps) == [])
  }

  @Test("Undo, redo and jump restore earlier states, and pending timers with their remaining time")
  func history() throws {
    let steps = """
      [{"action": {"type": "add", "n": 1}}, {"wait": 1}, {"action": {"type": "add", "n": 2}, "expect": {"data": {"n": 3}}},
      {"undo": true, "expect": {"data": {"n": 1}, "timers": ["add"], "changed": true}},
      {"redo": 1, "expect": {"data": {"n": 3}}}, {"redo": true, "expect": {"refused": "nothing-to-redo", "status": 409}},
      {"undo": 9, "expect": {"data": {"n": 0}, "timers": []}}, {"undo": true, "expect": {"refused": "nothing-to-undo"}},
      {"jump": 2, "expect": {"data": {"n": 1}}}, {"wait": 3.9, "expect": {"data": {"n": 1}}},
      {"wait": 0.1, "expect": {"data": {"n": 2}}}, {"jump": 99, "expect": {"refused": "no-such-revision", "status": 404}},
      {"jump": 1, "as": "backend", "expect": {"data": {"n": 0}}}]
      """
    #expect(try failures(steps) == [])
  }

  @Test("A message from another session is one change, and a refused one changes nothing")
  func messages() throws {
    let steps = """
      [{"message": {"type": "add", "n": 2}, "expect": {"data": {"n": 2}, "changed": true}},
      {"message": {"type": "pop"}, "expect": {"refused": "nothing-to-pop", "changed": false}},
      {"undo": true, "expect": {"data": {"n": 0}}}]
      """
    #expect(try failures(steps) == [])
  }

  @Test("In a stack that a link fills, each screen was opened by the one beneath it")
  func openersOfALink() throws {
    let app = """
      {"app": "a", "version": 1, "data": {"seen": []}, "root": {"kind": "stack", "initial": "home"}, "routes": {
      "home": {"onResult": {"shelf": {"append": {"data.seen": "'home'"}}}},
      "shelf": {"path": "/shelf", "parent": "home", "onResult": {"item": {"append": {"data.seen": "'shelf'"}}}},
      "item": {"path": "/item", "parent": "shelf"}}}
      """
    let steps = """
      [{"action": {"type": "route", "url": "/item", "policy": "reset"}, "expect": {"routes": ["home", "shelf", "item"]}},
      {"action": {"type": "pop"}, "expect": {"data": {"seen": ["shelf"]}, "current": {"url": "/shelf"}}},
      {"action": {"type": "pop"}, "expect": {"data": {"seen": ["shelf", "home"]}}},
      {"action": {"type": "push", "route": "item"}, "expect": {"current": {"route": "item", "url": "/item"}}}]
      """
    #expect(try failures(steps, of: app) == [])
  }

  @Test("A value that grows by some levels with each action is refused before it is too deep to be stored")
  func growingValue() throws {
    let app = """
      {"app": "a", "version": 1, "data": {"x": []}, "root": {"kind": "stack", "initial": "home"}, "actions": {
      "grow": {"do": {"set": {"data.x": "[[[[[[[[[[data.x]]]]]]]]]]"}}}}, "routes": {"home": {}}}
      """
    let growth = Array(repeating: #"{"action": {"type": "grow"}}"#, count: 95)
    let end = #"{"action": {"type": "grow"}, "expect": {"refused": "expression-failed"}}"#
    #expect(try failures("[\((growth + [end]).joined(separator: ", "))]", of: app) == [])
  }

  private static let pings = """
    {"app": "p", "version": 1, "data": {"n": 0}, "root": {"kind": "stack", "initial": "home"},
    "actions": {"ping": {"do": [{"set": {"data.n": "data.n + 1"}}, {"send": "session.id", "action": {"type": "ping"}}]}},
    "routes": {"home": {"onEnter": [{"emit": "hello"}, {"send": "session.id", "action": {"type": "ping"}}]}}}
    """

  @Test("Messages of a session to itself are delivered at the rate limit of a server")
  func ownMessages() throws {
    let steps = """
      [{"expect": {"outputs": ["hello"], "data": {"n": 33}}},
      {"wait": 3, "expect": {"data": {"n": 36}}}, {"jump": 1, "expect": {"data": {"n": 0}}}]
      """
    #expect(try failures(steps, of: Self.pings) == [])
  }

  @Test("A failure has the place of the expectation and ends the scenario")
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

  @Test("An expected id matches a new id, or the id that has its name")
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
      (#"{"app": "a.json"}"#, "/: `steps`"), (#"{"app": 5, "steps": []}"#, "/app: `app` must be"),
      (#"{"app": "a.json", "steps": [{"expects": {}}]}"#, "did you mean `expect`?"),
      (#"{"app": "a.json", "steps": [{"wait": -1}]}"#, "/steps/0/wait: `wait` must be"),
      (#"{"app": "a.json", "steps": [{"action": "pop"}]}"#, "/steps/0/action: `action` must be an object"),
      (#"{"app": "a.json", "steps": [{"undo": 0}]}"#, "/steps/0/undo: `undo` must be true or a number"),
      (#"{"app": "a.json", "steps": [{"jump": true}]}"#, "/steps/0/jump: `jump` must be a revision"),
      (#"{"app": "a.json", "steps": [{"message": {}, "as": "backend"}]}"#, "/steps/0/as: `as` names"),
      (#"{"app": "a.json", "steps": [], "at": "noon"}"#, "/at: `at` must be a time"),
      (#"{"steps": []}"#, "/: `app` is missing"),
      (#"{"app": "a.json", "steps": [{"actoin": {}}]}"#, "no member `actoin`; it has `action`, "),
      (
        #"{"app": "a.json", "steps": [{"expect": {"rout": []}}]}"#,
        "/steps/0/expect/rout: `expect` has no member `rout`"
      ),
      (
        #"{"app": "a.json", "steps": [{"wait": "1 minute"}]}"#,
        #"`wait` must be a number of seconds or a duration such as "PT60S""#
      ),
      (
        #"{"app": "a.json", "steps": [{"action": {"type": "pop"}, "as": "admin"}]}"#,
        #"`as` must be "client", "backend", or {"claims": {…}} for a JWT; it is "admin"."#
      ),
    ])
  func faults(json: String, fault: String) throws {
    var reader = ScenarioReader()
    _ = reader.scenarios(try JSONValue(parsing: json))
    let found = reader.faults.map { "\($0.pointer.isRoot ? "/" : $0.pointer.text): \($0.detail)" }
    #expect(found.contains { $0.contains(fault) }, "\(found)")
  }
}
