import AppDefinitions
import JSON
import Scenarios
import Testing

@Suite("Expectations of a scenario")
struct CafeTests {
  private static let app = #"""
    {"app": "cafe", "version": 1, "data": {"cart": [], "user": null}, "root": {"kind": "stack", "initial": "menu"},
    "actions": {
      "add": {"args": {"dish": "string"}, "when": "data.cart.size() < 2", "message": "The cart is full.",
        "do": [{"append": {"data.cart": "args.dish"}}, {"emit": "added", "value": "${args.dish}"}]},
      "signIn": {"by": "backend", "do": {"set": {"data.user": "'Ann'"}}},
      "tell": {"do": {"emit": "told", "value": "${string(now)} ${session.key}"}},
      "pay": {"args": {"amount": "integer"}, "do": {"call": "https://pay.example/charges",
        "body": {"amount": "${args.amount}"}, "then": {"type": "paid", "by": "${answer.body}"},
        "otherwise": {"type": "paid", "by": "${answer.reason}"}}},
      "paid": {"by": "backend", "args": {"by": "string"}, "do": {"set": {"data.user": "args.by"}}}},
    "routes": {
      "menu": {}, "dish": {"as": "sheet", "timers": {"close": {"after": "PT20S", "action": {"type": "dismiss"}}}},
      "order": {"leave": {"when": "false", "message": "Cancel the order?"}},
      "note": {"onLeave": {"type": "add", "dish": "soup"}}},
    "idle": {"after": "PT60S", "do": {"restart": true}}}
    """#

  private static let add = #"{"action": {"type": "add", "dish": "soup"}}"#

  private func failures(_ steps: String, _ members: String = "") throws -> [String] {
    let definition = try JSONValue(parsing: Self.app)
    var reader = ScenarioReader()
    let scenarios = reader.scenarios(
      try JSONValue(parsing: #"{"name": "s", "app": \#(Self.app), \#(members) "steps": [\#(steps)]}"#))
    try #require(reader.faults.isEmpty && scenarios.count == 1, "\(reader.faults)")
    let app = try AppDefinition(definition).app
    return scenarios.flatMap { ScenarioRun.failures(of: $0, app) }.map(\.description)
  }

  @Test(
    "An expectation that is met causes no failure",
    arguments: [
      #"{"expect": {"routes": ["menu"]}}"#,
      #"""
      {"action": {"type": "add", "dish": "soup"},
        "expect": {"data": {"cart": ["soup"], "user": null}, "outputs": ["added"], "changed": true}}
      """#,
      #"{"action": {"type": "add", "dish": "soup"}, "expect": {"outputs": [{"name": "added", "value": "soup"}]}}"#,
      #"""
      \#(add), \#(add), {"action": {"type": "add", "dish": "soup"}, "expect": {"refused": "condition-not-met", "status": 409}},
      {"action": {"type": "add", "dish": "soup"}, "expect": {"refused": {"detail": "is full"}, "handled": false}}
      """#,
      #"""
      {"action": {"type": "signIn"}, "expect": {"refused": "backend-only"}},
      {"action": {"type": "signIn"}, "as": "backend", "expect": {"dataHas": {"user": "Ann"}}}
      """#,
      #"""
      {"action": {"type": "route", "route": "dish"}, "expect": {"presented": ["dish"], "timers": ["dismiss", "idle"]}},
      {"wait": 19.9, "expect": {"presented": ["dish"]}}, {"wait": 0.1, "expect": {"presented": []}}
      """#,
      #"""
      \#(add), {"wait": "PT59.9S", "expect": {"dataHas": {"cart": ["soup"]}}},
      {"wait": "PT1S", "expect": {"dataHas": {"cart": []}}}
      """#,
      #"""
      {"action": {"type": "push", "route": "order"}},
      {"action": {"type": "pop"}, "expect": {"refused": {"code": "confirmation-needed", "screens": ["order"]}}},
      {"action": {"type": "pop", "confirmed": ["$id:order"]}, "expect": {"routes": ["menu"]}}
      """#,
      #"""
      {"action": {"type": "pay", "amount": 7}, "expect": {"calls": [{"url": "https://pay.example/charges", "body": {"amount": 7}}]}},
      {"answer": {"status": 201, "body": "Ann"}, "expect": {"dataHas": {"user": "Ann"}, "calls": []}},
      {"answer": {"status": 201}, "expect": {"refused": "no-such-call", "status": 404}}
      """#,
      #"""
      {"action": {"type": "pay", "amount": 7}}, {"wait": "PT30S", "expect": {"changed": false}},
      {"answer": {"reason": "unreachable", "url": "https://pay.example/charges"}, "expect": {"dataHas": {"user": "unreachable"}}}
      """#,
      #"""
      {"action": {"type": "push", "route": "order"}, "expect": {"ids": ["a1", "$1"], "current": {"route": "order"}}},
      {"action": {"actions": [{"type": "add", "dish": "soup"}, {"type": "push", "route": "dish"}]},
        "expect": {"ids": [null, "$1", "$2"]}}
      """#,
    ])
  func holds(steps: String) throws {
    #expect(try failures(steps) == [])
  }

  @Test(
    "A failure names the step, the expectation and the found value",
    arguments: [
      (#"{"expect": {"routes": ["order"]}}"#, #"(expect): routes: expected ["order"], found ["menu"]"#),
      (
        #"{"action": {"type": "add", "dish": "soup"}, "expect": {"data": {}}}"#,
        #"(add): data: expected {}, found {"cart":["soup","soup"],"user":null}"#
      ),
      (
        #"{"action": {"type": "add", "dish": "soup"}, "expect": {"outputs": []}}"#,
        #"(add): outputs: expected [], found [{"name":"added","value":"soup"}]"#
      ),
      (
        #"{"action": {"type": "add", "dish": "soup"}, "expect": {"refused": true}}"#,
        "(add): refused: expected true, found false"
      ),
      (
        #"{"action": {"type": "add"}}"#,
        "(add): the action is refused: missing-arg: `add` needs the argument `dish`, a string."
      ),
      (
        #"{"action": {"type": "signIn"}, "expect": {"refused": "full"}}"#,
        #"(signIn): refused: expected "full", found "backend-only": "#
      ),
      (#"{"wait": 1, "expect": {"state": 1}}"#, "(wait): state: expected 1, found {}"),
      (
        #"{"answer": {"status": 200}}"#, "(answer): the action is refused: no-such-call: No call waits for an answer."
      ),
      (
        #"{"action": {"type": "pay", "amount": 1}, "expect": {"calls": []}}"#,
        #"(pay): calls: expected [], found [{"url":"https://pay"#
      ),
    ])
  func fails(step: String, description: String) throws {
    let failures = try failures("\(Self.add), \(step)")
    #expect(failures.count == 1 && failures[0].hasPrefix(#""s", step 2 "# + description), "\(failures)")
  }

  @Test("A refused part of a change is a failure unless it is expected")
  func refusedPart() throws {
    let steps =
      #"\#(Self.add), \#(Self.add), {"action": {"type": "push", "route": "note"}}, {"action": {"type": "pop"}"#
    let said = #""s", step 4 (pop): a part of the change is refused: condition-not-met: The cart is full."#
    #expect(try failures(steps + "}") == [said])
    #expect(try failures(steps + #", "expect": {"routes": ["menu"], "refused": "condition-not-met"}}"#) == [])
  }

  @Test("A scenario sets the start data, the session key and the time")
  func start() throws {
    let steps = #"""
      {"wait": "PT1S"}, {"action": {"type": "tell"},
        "expect": {"outputs": [{"value": "2030-05-06T07:08:10Z hall"}], "dataHas": {"user": "Eve"}}}
      """#
    let start = #""start": {"data": {"user": "Eve"}, "key": "hall"}, "at": "2030-05-06T07:08:09Z","#
    #expect(try failures(steps, start) == [])
  }
}
